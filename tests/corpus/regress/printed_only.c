/* What is only printed does not matter: the deadlock is one. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *client(void *arg)
{
    pthread_mutex_lock(&m); //~ deadlock(2)
    fprintf(stderr, "%d failed: %s\n", getpid(), strerror(errno));
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, client, NULL);
    pthread_create(&b, NULL, client, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
