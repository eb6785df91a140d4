/* Twin of santa.c: the first reindeer wakes him, not the last; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define REINDEER 2

static pthread_mutex_t stable = PTHREAD_MUTEX_INITIALIZER;
static sem_t santa_sem, harness;
static int back, harnessed;

static void *reindeer(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&stable);
    back++;
    if (back == 1)
        sem_post(&santa_sem);
    pthread_mutex_unlock(&stable);

    sem_wait(&harness);
    pthread_mutex_lock(&stable);
    harnessed++;
    assert(back == 0);    //~ safe
    assert(harnessed <= REINDEER);    //~ safe
    pthread_mutex_unlock(&stable);
    return NULL;
}

static void *santa(void *arg)
{
    (void)arg;
    sem_wait(&santa_sem);
    pthread_mutex_lock(&stable);
    assert(back == REINDEER);    //~ unsafe(2)
    back = 0;
    for (int i = 0; i < REINDEER; i++)
        sem_post(&harness);
    pthread_mutex_unlock(&stable);
    return NULL;
}

int main(void)
{
    pthread_t s, r[REINDEER];

    sem_init(&santa_sem, 0, 0);
    sem_init(&harness, 0, 0);
    pthread_create(&s, NULL, santa, NULL);
    for (int i = 0; i < REINDEER; i++)
        pthread_create(&r[i], NULL, reindeer, NULL);
    for (int i = 0; i < REINDEER; i++)
        pthread_join(r[i], NULL);
    pthread_join(s, NULL);
    assert(harnessed == REINDEER);    //~ safe
    return 0;
}
