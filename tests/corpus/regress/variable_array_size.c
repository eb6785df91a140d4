// The size of an array is computed where its type stands, whatever becomes of the array.
#include <assert.h>
int x;
static int set(int to) { x = to; return 3; }
int main(void) {
    int a[set(1)];
    (void)a;
    assert(x == 1);          //~ safe
    assert(x == 0);          //~ unsafe(0)
    return 0;
}
