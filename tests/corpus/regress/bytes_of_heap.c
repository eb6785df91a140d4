/* As many bytes as there are, which is not a whole number of elements. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    (void)argv;
    int n = 3 + argc - argc;
    short *p = malloc((size_t)n), q[2] = {1, 0x302};
    if (!p)
        return 1;
    memcpy(p, q, (size_t)n);
    assert(p[0] == 1); //~ safe
    memcpy(p, q, (size_t)n + 1); //~ unsafe
    free(p);
    return 0;
}
