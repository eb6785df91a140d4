/* Twin of turnstile.c: there is no second turnstile, so a fast thread laps the other; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define N 2
#define ROUNDS 2

static sem_t mutex, turnstile, turnstile2;
static int count;
static int done[N];

static void *worker(void *arg)
{
    int me = (int)(long)arg, other = 1 - me;

    for (int round = 1; round <= ROUNDS; round++) {
        done[me] = round;

        sem_wait(&mutex);
        count++;
        if (count == N) {
            sem_post(&turnstile);       /* unlock the first */
        }
        sem_post(&mutex);
        sem_wait(&turnstile);
        sem_post(&turnstile);

        assert(done[other] == round);    //~ unsafe(2)

        sem_wait(&mutex);
        count--;
        if (count == 0)
            sem_wait(&turnstile);
        sem_post(&mutex);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    sem_init(&mutex, 0, 1);
    sem_init(&turnstile, 0, 0);
    sem_init(&turnstile2, 0, 1);
    pthread_create(&a, NULL, worker, (void *)0L);
    pthread_create(&b, NULL, worker, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
