// Each thread has its own place in its own text.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *work(void *arg) {
    (void)arg;
    char line[] = "a b";
    char *rest;
    char *first = strtok_r(line, " ", &rest);
    assert(first == line); //~ safe
    char *second = strtok_r(NULL, " ", &rest);
    assert(second == line + 2); //~ safe
    return NULL;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
    }
}
