// The last word is expected to be the second one.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int n;

static void *worker(void *arg) {
    n++;
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t thread;
    for (int i = 1; i < argc; i++) {
        printf("file %s\n", argv[i]);
        assert(i < 2);                          //~ unsafe(0)
    }
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(n == 1);                             //~ safe
    return 0;
}
