// The words of the command line are input, and may say negative numbers.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int most = 0;
    for (int i = 1; i < argc; i++) {
        int value = atoi(argv[i]);
        if (value != most) most = value;
    }
    assert(most >= 0); //~ unsafe(0)
    return 0;
}
