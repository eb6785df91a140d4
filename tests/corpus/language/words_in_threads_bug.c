// `strtok` remembers one place for all threads: the other thread's.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char lines[2][4] = {"a b", "c d"};

static void *work(void *arg) {
    char *line = arg;
    strtok(line, " ");
    char *second = strtok(NULL, " ");
    assert(second == line + 2); //~ unsafe(2)
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, lines[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
