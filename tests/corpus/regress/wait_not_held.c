// Waiting with an error-checking mutex that is not held returns at once.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
int main(void) {
    assert(pthread_cond_wait(&cond, &mutex) == EPERM);   //~ safe
    assert(pthread_cond_wait(&cond, &mutex) == 0);       //~ unsafe(0)
}
