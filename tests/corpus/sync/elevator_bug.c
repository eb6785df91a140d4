/* Twin of elevator.c: passengers also board a full elevator; least threads: 4 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define CAPACITY 2

struct elevator {
    pthread_mutex_t m;
    pthread_cond_t changed;
    bool doors_open, moving;
    int riding;
};

static struct elevator lift = {
    .m = PTHREAD_MUTEX_INITIALIZER,
    .changed = PTHREAD_COND_INITIALIZER,
};

static void *passenger(void *arg)
{
    struct elevator *e = arg;

    pthread_mutex_lock(&e->m);
    while (!e->doors_open && e->riding < CAPACITY)
        pthread_cond_wait(&e->changed, &e->m);
    assert(!e->moving);    //~ unsafe(4)
    e->riding++;
    assert(e->riding <= CAPACITY);    //~ unsafe(4)
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->m);
    return NULL;
}

static void *motor(void *arg)
{
    struct elevator *e = arg;

    for (;;) {
        pthread_mutex_lock(&e->m);
        e->doors_open = true;
        pthread_cond_broadcast(&e->changed);
        while (e->riding == 0)
            pthread_cond_wait(&e->changed, &e->m);
        e->doors_open = false;
        e->moving = true;
        pthread_mutex_unlock(&e->m);

        assert(!lift.doors_open);    //~ safe

        pthread_mutex_lock(&e->m);
        e->moving = false;
        e->riding = 0;
        pthread_mutex_unlock(&e->m);
    }
    return NULL;
}

int main(void)
{
    pthread_t m, p;

    pthread_create(&m, NULL, motor, &lift);
    while (1)
        pthread_create(&p, NULL, passenger, &lift);
}
