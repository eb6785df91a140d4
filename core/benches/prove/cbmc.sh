#!/bin/sh
# Unpacks Debian trixie's CBMC (6.6) with its libraries into the folder $1, without touching the system's
# packages or apt sources, and writes $1/bin/cbmc. CBMC runs the system's preprocessor (gcc).
# Then: CBMC=$1/bin/cbmc cargo bench -p braid-core --bench prove -- cbmc
set -eu
mkdir -p "${1:?usage: cbmc.sh DIR}"
cd "$1"
d=$PWD
mkdir -p apt/lists/partial apt/cache/archives/partial apt/parts root bin
: > apt/status
src=/etc/apt/sources.list.d/debian.sources
printf 'Types: deb\nURIs: %s\nSuites: trixie\nComponents: main\nSigned-By: %s\n' \
  "$(awk '/^URIs/{print $2; exit}' $src)" "$(awk '/^Signed-By/{print $2; exit}' $src)" \
  > apt/parts/trixie.sources
o="-o Dir::State=$d/apt -o Dir::State::status=$d/apt/status -o Dir::Cache=$d/apt/cache
  -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$d/apt/parts"
apt-get $o -qq update
# Its dependencies, but for the compiler, which the system has.
apt-get $o -qq download cbmc minisat zlib1g libstdc++6 libgcc-s1 libc6 2>/dev/null
for p in *.deb; do dpkg -x "$p" root; done
rm -f ./*.deb
l=$(dirname "$(find root -name 'libstdc++.so.6' | head -1)")
ld=$(find root -name 'ld-linux*' | head -1)
cat > bin/cbmc <<EOF
#!/bin/sh
exec $d/$ld --library-path $d/$l:$d/root/usr/lib $d/root/usr/bin/cbmc "\$@"
EOF
chmod +x bin/cbmc
rm -rf apt
bin/cbmc --version
