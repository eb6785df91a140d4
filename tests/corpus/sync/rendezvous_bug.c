/* Twin of rendezvous.c: both wait before they tell that they are there; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t a_arrived, b_arrived;
int a1, b1;

void *thread_a(void *arg)
{
    a1 = 1;
    sem_wait(&b_arrived);    //~ deadlock(2)
    sem_post(&a_arrived);
    assert(b1 == 1);    //~ safe
    return arg;
}

void *thread_b(void *arg)
{
    b1 = 1;
    sem_wait(&a_arrived);
    sem_post(&b_arrived);
    assert(a1 == 1);    //~ safe
    return arg;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&a_arrived, 0, 0);
    sem_init(&b_arrived, 0, 0);
    pthread_create(&a, NULL, thread_a, NULL);
    pthread_create(&b, NULL, thread_b, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(a1 + b1 == 2);    //~ safe
    return 0;
}
