/* Attributes that do not matter here are read; those of a detached thread do matter. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int x;

static void *set(void *arg)
{
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t t, u;
    pthread_attr_t attr;
    pthread_mutexattr_t kind;
    pthread_condattr_t clock;
    cpu_set_t set_of_cpus;
    size_t size;
    char name[16];
    int state;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN);
    pthread_attr_getstacksize(&attr, &size);
    pthread_attr_getdetachstate(&attr, &state);
    assert(state == PTHREAD_CREATE_JOINABLE); //~ safe
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setprotocol(&kind, PTHREAD_PRIO_INHERIT);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    CPU_ZERO(&set_of_cpus);
    CPU_SET(1, &set_of_cpus);
    pthread_create(&t, &attr, set, NULL);
    pthread_setaffinity_np(t, sizeof set_of_cpus, &set_of_cpus);
    pthread_setname_np(t, "setter");
    pthread_getname_np(t, name, sizeof name);
    pthread_join(t, NULL);
    assert(x == 1); //~ safe
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&u, &attr, set, NULL);
    pthread_join(u, NULL); //~ unsafe(2)
    return 0;
}
