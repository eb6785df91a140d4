// What `-=` changes is read before what stands on its right side, from left to right (A3).
#include <assert.h>
#include <pthread.h>

int x, y, a, b;

void *worker(void *arg) {
    x = 1;
    y = 1;
    b = 1;
    a = 1;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    int left = (a -= b);
    assert(left != 1);    //~ safe
    x -= y;
    assert(x != -1);      //~ unsafe(1)
    return 0;
}
