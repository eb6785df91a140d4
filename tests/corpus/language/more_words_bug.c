// `strlcpy` gives the length of what it was to copy, not of what there was room for.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char text[8] = "hello", copy[8];
    assert(strlcpy(copy, text, 4) == 3); //~ unsafe(0)
    return 0;
}
