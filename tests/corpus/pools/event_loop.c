/* An event loop: producers post callbacks to a small queue, and the loop runs them one by one until it is told to quit. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define MAX_EVENTS 2

typedef void (*handler_fn)(int);

struct event {
    handler_fn handler;
    int arg;
};

struct loop {
    pthread_mutex_t mutex;
    pthread_cond_t wakeup;
    struct event queue[MAX_EVENTS];
    int n;
    bool quit;
};

static struct loop loop = {
    .mutex = PTHREAD_MUTEX_INITIALIZER,
    .wakeup = PTHREAD_COND_INITIALIZER,
};

/* only touched by handlers, which all run in the loop's thread */
static int running, sum;

static void on_add(int arg)
{
    running++;
    assert(running == 1);    //~ safe
    sum += arg;
    running--;
}

static void on_quit(int arg)
{
    (void)arg;
    loop.quit = true;
}

static void post(handler_fn handler, int arg)
{
    pthread_mutex_lock(&loop.mutex);
    while (loop.n == MAX_EVENTS)
        pthread_cond_wait(&loop.wakeup, &loop.mutex);
    loop.queue[loop.n].handler = handler;
    loop.queue[loop.n].arg = arg;
    loop.n++;
    pthread_cond_broadcast(&loop.wakeup);
    pthread_mutex_unlock(&loop.mutex);
}

static void *run(void *unused)
{
    while (!loop.quit) {
        pthread_mutex_lock(&loop.mutex);
        while (loop.n == 0)
            pthread_cond_wait(&loop.wakeup, &loop.mutex);
        struct event e = loop.queue[0];
        loop.n--;
        if (loop.n > 0)
            loop.queue[0] = loop.queue[1];
        pthread_cond_broadcast(&loop.wakeup);
        pthread_mutex_unlock(&loop.mutex);
        assert(e.handler != NULL);    //~ safe
        e.handler(e.arg);
    }
    return unused;
}

static void *client(void *unused)
{
    post(on_add, 2);
    return unused;
}

int main(void)
{
    pthread_t l, c;

    pthread_create(&l, NULL, run, NULL);
    pthread_create(&c, NULL, client, NULL);
    post(on_add, 3);
    pthread_join(c, NULL);
    post(on_quit, 0);
    pthread_join(l, NULL);
    assert(sum == 5);    //~ safe
    return 0;
}
