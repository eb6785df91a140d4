/* C11 counts elements, GCC's functions count bytes. */
#include <assert.h>
#include <stdatomic.h>

static int arr[8];

int main(void)
{
    int *q = arr, *r = arr, *s = arr + 1;
    int *_Atomic t = arr;
    __atomic_fetch_add(&q, 4, __ATOMIC_SEQ_CST);
    assert(q == arr + 1); //~ safe
    __sync_fetch_and_add(&r, 8);
    assert(r == arr + 2); //~ safe
    __atomic_sub_fetch(&s, 4, __ATOMIC_SEQ_CST);
    assert(s == arr); //~ safe
    atomic_fetch_add(&t, 4);
    assert(t == arr + 4); //~ safe
    return 0;
}
