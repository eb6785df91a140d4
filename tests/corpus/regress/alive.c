/* The same with variables that are still there. */
#include <assert.h>
#include <pthread.h>

static int *kept;

static void *reader(void *p)
{
    int v = *(int *)p;
    assert(v == 9); //~ safe
    return NULL;
}

static void start(void)
{
    int local = 9;
    pthread_t t;
    pthread_create(&t, NULL, reader, &local);
    pthread_join(t, NULL);
}

static int keep(void)
{
    int local = 9;
    kept = &local;
    return *kept;
}

int main(void)
{
    start();
    assert(keep() == 9); //~ safe
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int inner = i;
        kept = &inner;
        sum += *kept;
    }
    assert(sum == 1); //~ safe
    while (1) {
        int outer = 3;
        kept = &outer;
        for (int i = 0; i < 2; i++) {
            int inner = i;
            kept = inner ? &inner : &outer;
            if (i == 0)
                continue;
            kept = &outer;
            break;
        }
        assert(*kept == 3); //~ safe
        if (sum++)
            goto out;
    }
out:
    return 0;
}
