/* Two dining philosophers; one takes his forks in the other order; here both take their left fork first. */
#include <pthread.h>
#include <assert.h>

#define N 2

pthread_mutex_t fork_[N] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
int eating;

void *philosopher(void *arg)
{
    int i = (int) (long) arg;
    int left = i, right = (i + 1) % N;
    if (i == N) {
        left = (i + 1) % N;
        right = i;
    }
    pthread_mutex_lock(&fork_[left]);
    pthread_mutex_lock(&fork_[right]); //~ deadlock(2)
    eating++;
    assert(eating == 1); //~ safe
    eating--;
    pthread_mutex_unlock(&fork_[right]);
    pthread_mutex_unlock(&fork_[left]);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, philosopher, (void *) i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
