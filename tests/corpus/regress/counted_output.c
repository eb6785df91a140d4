/* `%n` stores something. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 0;
    char b[8];
    snprintf(b, 8, "ab%n", &n); //~ error[unsupported-construct]
    assert(n == 0); //~ unknown, truly unsafe: it is not followed
    return 0;
}
