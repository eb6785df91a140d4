// A variable's clean-up function is called on every way out of its scope, the last declared first.
#include <assert.h>

int trail;
static void note(int *p) { trail = trail * 10 + *p; }
#define NOTED __attribute__((cleanup(note)))

static int returns(void) {
    NOTED int a = 1;
    NOTED int b = 2;
    return trail;
}

static void leaves(int how) {
    for (int i = 0; i < 2; i++) {
        NOTED int c = 3;
        if (how == 0) continue;
        NOTED int d = 4;
        if (how == 1) break;
        if (how == 2) goto out;
        return;
    }
out:;
}

int main(void) {
    assert(returns() == 0);  //~ safe
    assert(trail == 21);     //~ safe
    trail = 0;
    leaves(0);
    assert(trail == 33);     //~ safe
    trail = 0;
    leaves(1);
    assert(trail == 43);     //~ safe
    trail = 0;
    leaves(2);
    assert(trail == 43);     //~ safe
    trail = 0;
    leaves(3);
    assert(trail == 43);     //~ safe
    trail = 0;
    int v = ({ NOTED int e = 5; trail + 1; });
    assert(v == 1);          //~ safe
    assert(trail == 5);      //~ safe
    int again = 0;
    trail = 0;
back:;
    NOTED int f = 6;
    if (again++ == 0) goto back;
    assert(trail == 6);      //~ safe
    assert(trail == 0);      //~ unsafe(0)
    return 0;
}
