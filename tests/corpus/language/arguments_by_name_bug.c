// Two words of the command line may be two texts.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 3) return 1;
    int verbose = 0, quiet = 0;
    if (strcmp(argv[1], "-v") == 0) verbose = 1;
    if (strcmp(argv[2], "-q") == 0) quiet = 1;
    assert(!verbose || !quiet); //~ unsafe(0)
    return 0;
}
