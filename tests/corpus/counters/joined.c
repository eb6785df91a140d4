/* Two threads count to four together; main looks at the sum after it has joined them. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 2

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter = 0;

void *work(void *arg)
{
    int i;

    for (i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&mutex);
        counter++;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void)
{
    pthread_t t1, t2;
    int rc;

    rc = pthread_create(&t1, NULL, work, NULL);
    if (rc) {
        printf("error %d\n", rc);
        return 1;
    }
    rc = pthread_create(&t2, NULL, work, NULL);
    if (rc) {
        printf("error %d\n", rc);
        return 1;
    }
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("%d\n", counter);
    assert(counter == 2 * ROUNDS);    //~ safe
    return 0;
}
