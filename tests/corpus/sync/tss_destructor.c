// C11: each thread's own data is given back when the thread ends, however it ends; the key is made once.
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int made, freed;
static mtx_t m;
static void drop(void *p)
{
    mtx_lock(&m);
    freed++;
    mtx_unlock(&m);
    free(p);
}
static void init(void)
{
    tss_create(&key, drop);
    made++;
}
static int work(void *arg)
{
    call_once(&once, init);
    int *mine = malloc(sizeof *mine);
    *mine = arg != 0;
    tss_set(key, mine);
    assert(made == 1); //~ safe
    assert(*(int *)tss_get(key) == (arg != 0)); //~ safe
    if (arg)
        thrd_exit(3);
    return 2;
}
int main(void)
{
    thrd_t t[2];
    int a, b;
    mtx_init(&m, mtx_plain);
    thrd_create(&t[0], work, (void *)0);
    thrd_create(&t[1], work, &m);
    thrd_join(t[0], &a);
    thrd_join(t[1], &b);
    assert(a == 2 && b == 3); //~ safe
    assert(freed == 2); //~ safe
    return 0;
}
