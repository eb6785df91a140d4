/* A worker polls a stop flag; main sets it, joins, and only then tears down what the worker uses. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

struct service {
    atomic_bool stop;
    bool up;                /* the resource the worker uses */
    unsigned beats;
};

static void *heartbeat(void *arg)
{
    struct service *s = arg;

    while (!atomic_load(&s->stop)) {
        assert(s->up);    //~ safe
        s->beats = (s->beats + 1) % 4;
        usleep(1000);
    }
    return NULL;
}

static struct service svc;

int main(void)
{
    pthread_t worker;

    svc.up = true;
    pthread_create(&worker, NULL, heartbeat, &svc);
    usleep(5000);
    atomic_store(&svc.stop, true);
    pthread_join(worker, NULL);
    svc.up = false;
    assert(svc.beats < 4);    //~ safe
    return 0;
}
