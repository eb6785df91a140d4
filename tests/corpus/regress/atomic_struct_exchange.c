/* Not supported, and said so: an exchange of a whole struct. */
#include <assert.h>
#include <stdatomic.h>

typedef struct {
    int index, tag;
} head;

static _Atomic head top;

int main(void)
{
    head old = atomic_load(&top), new = {1, 1};
    if (atomic_compare_exchange_strong(&top, &old, new)) { //~ error[unsupported-construct]
        head now = atomic_load(&top);
        assert(now.tag == 1); //~ unknown, truly safe: the exchange is not modelled
    }
    return 0;
}
