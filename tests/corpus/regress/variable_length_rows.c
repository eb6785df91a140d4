// Two dimensions, as parameters too; each index has its own bound.
#include <assert.h>
static int trace(int n, int m[n][n]) { int s = 0; for (int i = 0; i < n; i++) s += m[i][i]; return s; }
int main(int argc, char **argv) {
    int n = argc > 1 ? 3 : 2;
    int a[n][n];
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i == j;
    assert(trace(n, a) == n); //~ safe
    int b[2][2] = {{1, 2}, {3, 4}};
    assert(trace(2, b) == 5); //~ safe
    return 0;
}
