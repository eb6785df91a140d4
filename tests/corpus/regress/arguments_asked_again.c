// What a word of the command line says does not change.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int again(char **words) { return atoi(words[1]); }

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    int is_it = strcmp(argv[1], "-v") == 0;
    int is_not = strcmp(argv[1], "-v") != 0;
    assert(is_it != is_not); //~ unknown, truly safe: words are not remembered
    int first = atoi(argv[1]);
    int second = again(argv);
    assert(first == second); //~ unknown, truly safe: words are not remembered
    assert(argc > 0);        //~ safe
    return 0;
}
