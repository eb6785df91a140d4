/* A mutex that is initialised while somebody holds it. */
#include <pthread.h>

static pthread_mutex_t m;
static int n;

static void *set(void *arg)
{
    pthread_mutex_init(&m, NULL); //~ unsafe(2)
    pthread_mutex_lock(&m);
    n = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, set, NULL);
    pthread_create(&u, NULL, set, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
