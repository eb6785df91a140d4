/* Two semaphores pass one cell back and forth. */
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>

sem_t empty, filled;
int cell;

void *sender(void *arg)
{
    (void) arg;
    sem_wait(&empty);
    cell = 1;
    sem_post(&filled);
    return 0;
}

void *receiver(void *arg)
{
    (void) arg;
    int got;
    sem_wait(&filled);
    got = cell;
    sem_post(&empty);
    assert(got == 1); //~ safe
    return 0;
}

int main()
{
    pthread_t a, b;
    sem_init(&empty, 0, 1);
    sem_init(&filled, 0, 0);
    pthread_create(&a, 0, sender, 0);
    pthread_create(&b, 0, receiver, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    sem_destroy(&empty);
    sem_destroy(&filled);
    return 0;
}
