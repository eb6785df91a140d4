/* Dining savages: any number of them eat from a pot of two servings; who finds it empty wakes the cook and waits. */
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
        assert(servings == 0);    //~ safe
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
        sem_wait(&full_pot);
    }
    servings--;
    assert(servings >= 0);    //~ safe
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
