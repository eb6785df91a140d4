/* The assertion comes after two creations. With one thread nobody gets there, so that nothing fails
   then is no proof; with two there is more to search than the budget of a test allows. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *unused)
{
    (void)unused;
    for (int i = 0; i < 2000; i++)
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
    assert(x == 4000); //~ unknown, truly unsafe: updates get lost
    return 0;
}
