// What grows is somewhere else afterwards.
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof(int));
    int *new = realloc(old, 2 * sizeof(int));
    new[0] = 1;
    *old = 2;                                  //~ unsafe
    return 0;
}
