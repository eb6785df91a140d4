/* A pragma that starts threads changes what the program does: what is behind it is unknown. */
#include <assert.h>

int sum;

int main(void)
{
#pragma omp parallel for //~ error[unsupported-construct]
    for (int i = 0; i < 4; i++)
        sum = sum + i;
    assert(sum == 6); //~ unknown, truly unsafe: the threads of OpenMP
    return 0;
}
