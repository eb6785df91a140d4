// The value of an assignment is what was stored, also if the right side reads what is written.
#include <assert.h>
#include <pthread.h>

int shared;

void *worker(void *arg) {
    shared = 1;
    return NULL;
}

int main(void) {
    int c = 32, d = 3, *at = &c;
    pthread_t thread;
    assert((c ^= c << 1) == 96);                         //~ safe
    assert((c /= c - 90) == 16);                         //~ safe
    assert((*at += c) == 32);                            //~ safe
    assert(__sync_add_and_fetch(&d, d) == 6);            //~ safe
    int n = 1;
    while ((n += n) < 100) { }
    assert(n == 128);                                    //~ safe
    pthread_create(&thread, NULL, worker, NULL);
    at = c == 32 ? &d : &shared;
    assert((*at += d) == 12);                            //~ safe
    assert((shared += shared) == 0);                     //~ unsafe(1)
    return 0;
}
