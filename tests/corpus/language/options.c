// The options of a command line are input: any of them, any number of times, in any order.
#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int c, n_workers = 1, verbose = 0;
    const char *name = "none";
    while ((c = getopt(argc, argv, "n:vo:")) != -1) {
        switch (c) {
        case 'n':
            n_workers = atoi(optarg);
            break;
        case 'v':
            verbose = 1;
            break;
        case 'o':
            name = optarg;
            break;
        default:
            fprintf(stderr, "usage: %s [-v] [-n workers] [-o name]\n", argv[0]);
            return 1;
        }
    }
    if (n_workers < 1 || n_workers > 8) return 1;
    assert(verbose == 0 || verbose == 1); //~ safe
    assert(name != NULL);                 //~ safe
    assert(n_workers != 9);               //~ safe
    return 0;
}
