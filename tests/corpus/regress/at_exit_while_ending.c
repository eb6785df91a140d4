// A thread adds a handler while the program ends: it runs or it does not, once.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int n_added, n_first;
static void first(void) {
    n_first++;
    assert(n_first == 1);        //~ safe
}
static void added(void) {
    n_added++;
    assert(n_added == 1);        //~ safe
    assert(n_first == 1);        //~ unsafe(1)
}
static void *add(void *unused) {
    atexit(added);
    return NULL;
}
int main(void) {
    pthread_t thread;
    atexit(first);
    pthread_create(&thread, NULL, add, NULL);
}
