// Two dimensions, as parameters too; each index has its own bound.
#include <assert.h>
static int over(int r, int c, int m[r][c]) { return m[0][c]; } //~ unsafe
int main(int argc, char **argv) {
    int n = argc > 1 ? 3 : 2;
    int a[n][n];
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i == j;
    
    int b[2][2] = {{1, 2}, {3, 4}};
    
    over(2, 2, b);
    return 0;
}
