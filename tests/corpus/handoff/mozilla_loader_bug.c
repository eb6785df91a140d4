/* Twin of mozilla_loader.c: the flag is cleared before the lock is taken; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct script_loader {
    pthread_mutex_t lock;
    pthread_cond_t cond;
    int loading;
    int done;
    int *compiled;
};

static struct script_loader loader = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1, 0, NULL
};
static int code;

static void *js_load(void *p)
{
    struct script_loader *l = p;
    int *script = &code;

    *script = 17;
    l->loading = 0;
    pthread_mutex_lock(&l->lock);
    l->compiled = script;
    l->done = 1;
    pthread_cond_broadcast(&l->cond);
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

static void *js_execute(void *p)
{
    struct script_loader *l = p;
    int *script;

    pthread_mutex_lock(&l->lock);
    while (l->loading)
        pthread_cond_wait(&l->cond, &l->lock);
    script = l->compiled;
    assert(l->done);    //~ unsafe(2)
    pthread_mutex_unlock(&l->lock);
    assert(script != NULL);    //~ safe
    assert(*script == 17);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t load, run[2];

    pthread_create(&load, NULL, js_load, &loader);
    pthread_create(&run[0], NULL, js_execute, &loader);
    pthread_create(&run[1], NULL, js_execute, &loader);
    pthread_join(load, NULL);
    pthread_join(run[0], NULL);
    pthread_join(run[1], NULL);
    return 0;
}
