// A word of the command line may be the text that it is compared with, but not two of them.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    int verbose = 0, quiet = 0;
    if (strcmp(argv[1], "-v") == 0) verbose = 1;
    else if (strcmp(argv[1], "-q") == 0) quiet = 1;
    assert(!verbose || !quiet); //~ safe
    return 0;
}
