/* A format can store how much was printed. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    long n = 0;
    printf("hello%ln", &n); //~ error[unsupported-construct]
    assert(n == 0); //~ unknown, truly unsafe: %n is not modelled
    return 0;
}
