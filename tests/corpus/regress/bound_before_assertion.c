/* The assertion comes after two creations. With one thread nobody gets there, so that nothing fails
   then is no proof; with two there is too much to search. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *unused)
{
    (void)unused;
    for (int i = 0; i < 20000; i++)
        x++;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 40000); //~ unknown, truly unsafe: updates get lost
    return 0;
}
