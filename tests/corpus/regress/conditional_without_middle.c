// `a ?: b`: the first operand is evaluated once.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int n_calls;
int next(int value) { n_calls++; return value; }

int main(void) {
    int x = 0;
    assert((x ?: 5) == 5);                     //~ safe
    x = 3;
    assert((x ?: 5) == 3);                     //~ safe
    int y = next(7) ?: 1;
    assert(y == 7 && n_calls == 1);            //~ safe
    if (__VERIFIER_nondet_bool()) assert(n_calls == 2); //~ unsafe
    return 0;
}
