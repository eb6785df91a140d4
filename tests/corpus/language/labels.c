// Two threads write their labels into one buffer, each under the lock, and see their own.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char label[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    char expected[8];
    int number = *(int *)arg;

    snprintf(expected, sizeof expected, "w%d", number);
    pthread_mutex_lock(&lock);
    snprintf(label, sizeof label, "w%d", number);
    assert(strcmp(label, expected) == 0); //~ safe
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    static int numbers[2] = { 7, 12 };
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(label[0] == 'w' && strlen(label) < 4); //~ safe
    return 0;
}
