// One row too many.
#include <assert.h>
#include <stdlib.h>
static int sum(int r, int c, int (*m)[c])
{
    int s = 0;
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            s += m[i][j]; //~ unsafe
    return s;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? 3 : 2;
    int (*m)[n] = malloc(sizeof(int[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = 1;
    return sum(n + 1, n, m);
}
