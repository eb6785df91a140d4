// A logger that forgets its lock.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n_lines;

static void log_line(const char *format, ...) {
    char line[128];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    n_lines++;
    fprintf(stderr, "[%d] %s\n", n_lines, line);
}

static void *worker(void *arg) {
    int id = *(int *)arg;
    log_line("worker %d starts", id);
    log_line("worker %d ends after %s", id, "a while");
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    int ids[2] = {0, 1};
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(n_lines == 4);                       //~ unsafe(2)
    return 0;
}
