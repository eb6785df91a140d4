// Five philosophers with a fork between each two, and room for four of them at the table. More states than
// the search looks at with five threads, but few enough to be listed.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define N 5

sem_t fork_of[N];
sem_t room;
int eating[N];
int meals[N];

void *philosopher(void *arg) {
    int i = (int)(long)arg;
    sem_wait(&room);
    sem_wait(&fork_of[i]);
    sem_wait(&fork_of[(i + 1) % N]);
    eating[i] = 1;
    assert(!eating[(i + 1) % N] && !eating[(i + N - 1) % N]); //~ safe
    meals[i]++;
    eating[i] = 0;
    sem_post(&fork_of[(i + 1) % N]);
    sem_post(&fork_of[i]);
    sem_post(&room);
    return 0;
}

int main(void) {
    pthread_t t[N];
    sem_init(&room, 0, N - 1);
    for (int i = 0; i < N; i++) sem_init(&fork_of[i], 0, 1);
    for (int i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void *)(long)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    for (int i = 0; i < N; i++) assert(meals[i] == 1); //~ safe
    return 0;
}
