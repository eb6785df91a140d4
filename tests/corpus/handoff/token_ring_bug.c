/* Twin of token_ring.c: a station that was woken does not look at the token again; least threads: 2 */
#include <assert.h>
#include <pthread.h>

#define STATIONS 3
#define LAPS 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t passed = PTHREAD_COND_INITIALIZER;
static int token;           /* whose turn it is */
static int on_line;

static void *station(void *arg)
{
    int id = *(int *)arg;

    for (int lap = 0; lap < LAPS; lap++) {
        pthread_mutex_lock(&mutex);
        if (token != id)
            pthread_cond_wait(&passed, &mutex);
        pthread_mutex_unlock(&mutex);

        /* the token is the lock now */
        on_line++;
        assert(on_line == 1);    //~ unsafe(2)
        on_line--;

        pthread_mutex_lock(&mutex);
        token = (id + 1) % STATIONS;
        pthread_cond_broadcast(&passed);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[STATIONS];
    int ids[STATIONS];

    for (int i = 0; i < STATIONS; i++) {
        ids[i] = i;
        pthread_create(&t[i], NULL, station, &ids[i]);
    }
    for (int i = 0; i < STATIONS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
