// Members of a union that have the same layout.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct message {
    int kind;
    union {
        struct { int x, y; } point;
        struct { unsigned low, high; } range;
    } body;
};

int main(void) {
    struct message a = { .kind = 1 };
    a.body.point.x = 3;
    a.body.point.y = 4;
    struct message b = a;
    assert(b.body.range.low == 3);             //~ safe
    assert(b.body.range.high == 4);            //~ safe
    if (__VERIFIER_nondet_bool()) assert(b.body.range.low == 4); //~ unsafe
    return 0;
}
