// Functions that run before main, and those that run when the program has ended.
#include <assert.h>
int x;
static void later(void) __attribute__((constructor));
__attribute__((constructor(101))) static void early(void) { x = 1; }
static void later(void) { x = x * 10 + 2; }
__attribute__((constructor)) static void latest(void) { x = x * 10 + 3; }
__attribute__((destructor)) static void last(void) {
    assert(x == 5);          //~ safe
    assert(x == 4);          //~ unsafe(0)
}
__attribute__((destructor)) static void before(void) {
    assert(x == 4);          //~ safe
    x = 5;
}
int main(void) {
    assert(x == 123);        //~ safe
    x = 4;
    return 0;
}
