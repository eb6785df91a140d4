/* `scanf` writes what its format says, and says how much of it. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    int a[3] = {1, 2, 3}, x = 5, y = 6;
    int n = scanf("%d", &a[0]);
    assert(a[2] == 3); //~ safe
    assert(a[0] == 1); //~ unsafe
    assert(n <= 1); //~ safe
    n = scanf("%d %d", &x, &y);
    assert(n >= 1 || x == 5); //~ safe
    assert(n == 2 || y == 6); //~ safe
    char b[10] = "";
    if (scanf("%9s", b) == 1)
        assert(strlen(b) < 10); //~ unknown, truly safe: that text ends is not followed
    return 0;
}
