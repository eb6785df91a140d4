// Pointers to rows of variable length: in memory from malloc, stepped on, by another name, in three dimensions.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static int sum(int r, int c, int (*m)[c])
{
    int s = 0;
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            s += m[i][j];
    return s;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? 3 : 2;
    int (*m)[n] = malloc(sizeof(int[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = 1;
    assert(sum(n, n, m) == n * n); //~ safe
    assert(sizeof *m == n * sizeof(int)); //~ safe
    m++;
    assert((*m)[0] == 1); //~ safe
    --m;
    free(m);
    int x[6] = { 0, 1, 2, 3, 4, 5 };
    assert(((int (*)[n])x)[1][1] == n + 1); //~ safe
    typedef int row[n];
    int a[n];
    n = 7;
    row b;
    memset(a, 0, sizeof a);
    int s = 0;
    for (int *p = a; p != a + sizeof a / sizeof *a; p++)
        s += *p;
    assert(s == 0 && sizeof a == sizeof b); //~ safe
    assert(sizeof b == 7 * sizeof(int)); //~ unsafe
    return 0;
}
