// Which of several destructors comes first is not specified.
#include <assert.h>
#include <pthread.h>

pthread_key_t one, two;
int order;

void destroy_one(void *value) { order = order * 10 + 1; }
void destroy_two(void *value) { order = order * 10 + 2; }

void *worker(void *arg) {
    pthread_setspecific(one, &order);
    pthread_setspecific(two, &order);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&one, destroy_one);
    pthread_key_create(&two, destroy_two);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(order == 12 || order == 21);    //~ safe
    assert(order == 12);                   //~ unsafe(1)
    assert(order != 21);                   //~ safe
    return 0;
}
