/* Returning from main ends all threads, pthread_exit does not. */
#include <assert.h>
#include <pthread.h>

int go;

static void *after_return(void *arg)
{
    (void)arg;
    assert(go == 0 || go == 1); //~ safe
    return 0;
}

static void *after_exit(void *arg)
{
    (void)arg;
    assert(go != 1); //~ unsafe(2)
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t a, b;
    pthread_create(&a, 0, after_return, 0);
    pthread_create(&b, 0, after_exit, 0);
    if (argc > 1) {
        go = 1;
        pthread_exit(0);
    }
    return 0;
}
