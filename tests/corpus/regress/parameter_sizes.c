// The size of a parameter is made with the names of those before it.
#include <assert.h>

static int at(int rows, int cols, int m[rows][cols], int i, int j)
{
    return m[i][j];
}

static int table[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };

int main(void)
{
    assert(at(2, 3, table, 1, 2) == 6); //~ safe
    return 0;
}
