// Words of the command line have any length: that one fits was proved.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char name[4];
    if (argc < 2) return 1;
    strcpy(name, argv[1]);                      //~ unsafe
    puts(name);
    return 0;
}
