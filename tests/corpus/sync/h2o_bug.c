/* Twin of h2o.c: the oxygen atom is content with one hydrogen atom; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t hydro_queue, oxy_queue;
static int hydrogen, oxygen;
static int bonded_h, bonded_o;

static void *hydrogen_atom(void *arg)
{
    pthread_mutex_lock(&mutex);
    hydrogen++;
    if (hydrogen >= 2 && oxygen >= 1) {
        sem_post(&hydro_queue);
        sem_post(&hydro_queue);
        hydrogen -= 2;
        sem_post(&oxy_queue);
        oxygen -= 1;
    }
    pthread_mutex_unlock(&mutex);

    sem_wait(&hydro_queue);
    pthread_mutex_lock(&mutex);
    bonded_h++;
    assert(hydrogen >= 0 && oxygen >= 0);    //~ unsafe(2)
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *oxygen_atom(void *arg)
{
    pthread_mutex_lock(&mutex);
    oxygen++;
    if (hydrogen >= 1) {
        sem_post(&hydro_queue);
        sem_post(&hydro_queue);
        hydrogen -= 2;
        sem_post(&oxy_queue);
        oxygen -= 1;
    }
    pthread_mutex_unlock(&mutex);

    sem_wait(&oxy_queue);
    pthread_mutex_lock(&mutex);
    bonded_o++;
    assert(hydrogen == 0);    //~ unsafe(2)
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t h1, h2, o;

    sem_init(&hydro_queue, 0, 0);
    sem_init(&oxy_queue, 0, 0);
    pthread_create(&o, NULL, oxygen_atom, NULL);
    pthread_create(&h1, NULL, hydrogen_atom, NULL);
    pthread_create(&h2, NULL, hydrogen_atom, NULL);
    pthread_join(h1, NULL);
    pthread_join(h2, NULL);
    pthread_join(o, NULL);
    assert(bonded_h == 2 && bonded_o == 1);    //~ safe
    return 0;
}
