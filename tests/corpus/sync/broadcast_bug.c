/* Twin of broadcast.c: only one thread is told, perhaps the wrong one; least threads: 2 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int stage;

void *second(void *arg)
{
    pthread_mutex_lock(&lock);
    while (stage != 1)
        pthread_cond_wait(&changed, &lock);    //~ deadlock(2)
    stage = 2;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

void *third(void *arg)
{
    pthread_mutex_lock(&lock);
    while (stage != 2)
        pthread_cond_wait(&changed, &lock);
    stage = 3;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t b, c;
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_mutex_lock(&lock);
    stage = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(stage == 3);    //~ safe
    return 0;
}
