// Each round of a loop, each call and each jump back makes a new array, of its own length.
#include <assert.h>
static int f(int n)
{
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = n;
    if (n > 1) {
        int r = f(n - 1);
        assert(a[n - 1] == n); //~ safe
        return r + a[0];
    }
    return a[0];
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? 3 : 2;
    assert(f(n) == n * (n + 1) / 2); //~ safe
    for (int i = 1; i <= n; i++) {
        char b[i];
        b[i - 1] = (char)i;
        assert(b[i - 1] == i && sizeof b == i); //~ safe
    }
    int k = 0;
back:;
    int d[k + 1];
    d[k] = k;
    assert(sizeof d == sizeof(int) * (k + 1)); //~ safe
    if (k < 2) {
        k++;
        goto back;
    }
    assert(d[2] == 2); //~ safe
    return 0;
}
