/* A function that is not defined may write again and again. */
#include <assert.h>
#include <pthread.h>

static int x;

extern void fill(int *p);

static void *reader(void *arg)
{
    int a = x, b = x;
    assert(a == 0 || a == b); //~ unknown, truly unsafe: the function is not defined
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    fill(&x);
    pthread_join(t, NULL);
    return 0;
}
