/* Each thread writes its part, all meet, each reads the other's part. */
#include <pthread.h>
#include <assert.h>

pthread_barrier_t meet;
int part[2];

void *phase(void *arg)
{
    long me = (long) arg;
    part[me] = 1;
    pthread_barrier_wait(&meet);
    assert(part[1 - me] == 1); //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    pthread_barrier_init(&meet, NULL, 2);
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, phase, (void *) i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
