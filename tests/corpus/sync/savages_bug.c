/* Twin of savages.c: who waits for the cook lets others at the empty pot; least threads: 3 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define SERVINGS 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t empty_pot, full_pot;
static int servings;

static void *cook(void *arg)
{
    (void)arg;
    while (1) {
        sem_wait(&empty_pot);
        assert(servings == 0);    //~ unsafe(3)
        servings = SERVINGS;
        sem_post(&full_pot);
    }
    return NULL;
}

static void *savage(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    if (servings == 0) {
        sem_post(&empty_pot);
        pthread_mutex_unlock(&mutex);
        sem_wait(&full_pot);
        pthread_mutex_lock(&mutex);
    }
    servings--;
    assert(servings >= 0);    //~ unsafe(4)
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t t;

    sem_init(&empty_pot, 0, 0);
    sem_init(&full_pot, 0, 0);
    pthread_create(&t, NULL, cook, NULL);
    while (1)
        pthread_create(&t, NULL, savage, NULL);
}
