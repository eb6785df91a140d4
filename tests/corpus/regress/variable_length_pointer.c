// The length is that of the declaration, also for who has a pointer.
#include <assert.h>
static void set(int *p, int i) { p[i] = 7; } //~ unsafe
int main(int argc, char **argv) {
    int n = argc > 1 ? 3 : 2;
    int a[n];
    a[0] = a[1] = 1;
    assert(a[0] + a[1] == 2); //~ safe
    set(a, 2);
    return 0;
}
