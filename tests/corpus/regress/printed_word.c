// Whether a word that is printed into a buffer fits is not known; that it does was proved.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char name[4], line[64];
    if (argc < 2) return 1;
    snprintf(line, sizeof line, "%s", argv[1]);
    puts(line);
    sprintf(name, "%s", argv[1]);
    puts(name);
    assert(argc > 1);                           //~ unknown, truly unsafe: whether the word fits is not known
    return 0;
}
