// The words of the command line are input, whichever of them is looked at.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int most = 0;
    for (int i = 1; i < argc; i++) {
        int value = atoi(argv[i]);
        if (value > most) most = value;
    }
    assert(most >= 0); //~ safe
    return 0;
}
