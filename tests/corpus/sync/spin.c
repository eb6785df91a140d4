/* A spin lock in a struct, handed over by pointer. */
#include <pthread.h>
#include <assert.h>

typedef struct {
    pthread_spinlock_t lock;
    int busy;
} gate_t;

gate_t gate;

static void *pass(void *arg)
{
    gate_t *g = (gate_t *) arg;
    pthread_spin_lock(&g->lock);
    g->busy++;
    assert(g->busy == 1); //~ safe
    g->busy--;
    pthread_spin_unlock(&g->lock);
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    pthread_spin_init(&gate.lock, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, pass, &gate);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    pthread_spin_destroy(&gate.lock);
    return 0;
}
