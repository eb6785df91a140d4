/* Twin of sleeping_barber.c: the barber counts without the lock; least threads: 3 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define CHAIRS 2

static sem_t customers, barber_ready;
static pthread_mutex_t seats = PTHREAD_MUTEX_INITIALIZER;
static int free_seats = CHAIRS;
static int in_chair;

static void *barber(void *arg)
{
    (void)arg;
    while (1) {
        sem_wait(&customers);
        free_seats++;
        assert(free_seats <= CHAIRS);    //~ unsafe(3)
        sem_post(&barber_ready);
    }
    return NULL;
}

static void *customer(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&seats);
    if (free_seats > 0) {
        free_seats--;
        assert(free_seats >= 0);    //~ safe
        sem_post(&customers);
        pthread_mutex_unlock(&seats);
        sem_wait(&barber_ready);
        in_chair = 1;               /* gets his hair cut */
    } else {
        pthread_mutex_unlock(&seats);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;

    sem_init(&customers, 0, 0);
    sem_init(&barber_ready, 0, 0);
    pthread_create(&t, NULL, barber, NULL);
    while (1)
        pthread_create(&t, NULL, customer, NULL);
}
