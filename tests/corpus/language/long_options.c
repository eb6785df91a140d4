// Long options have their values in a table.
#include <assert.h>
#include <getopt.h>
#include <stddef.h>

static int quiet;
static const struct option table[] = {
    {"size", required_argument, NULL, 's'},
    {"quiet", no_argument, &quiet, 1},
    {NULL, 0, NULL, 0},
};

int main(int argc, char **argv) {
    int c, size_given = 0;
    while ((c = getopt_long(argc, argv, "s:", table, NULL)) != -1) {
        if (c == 's') {
            assert(optarg != NULL); //~ safe
            size_given = 1;
        }
        assert(c == 's' || c == '?' || c == 0); //~ safe
    }
    assert(quiet == 0 || quiet == 1); //~ safe
    assert(argc > 1 || (!quiet && !size_given)); //~ safe
    return 0;
}
