// The name of a function is an array.
#include <assert.h>

static int measured(void) { return sizeof(__func__) + sizeof __FUNCTION__; }

int main(void) {
    assert(sizeof __func__ == 5);     //~ safe
    assert(measured() == 18);         //~ safe
    return 0;
}
