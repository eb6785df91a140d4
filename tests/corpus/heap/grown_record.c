// A growing array at the end of a struct.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct log {
    unsigned short n : 9;
    unsigned short kind : 3;
    int room;
    int lines[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct log *log_of_all;

static void append(int line)
{
    struct log *log = log_of_all;
    if (log->n == log->room) {
        log->room *= 2;
        log = realloc(log, sizeof *log + log->room * sizeof(int));
        if (log == NULL)
            abort();
        log_of_all = log;
    }
    log->lines[log->n++] = line;
}

static void *writer(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    append(7);
    append(8);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    log_of_all = malloc(sizeof *log_of_all + 1 * sizeof(int));
    log_of_all->n = 0;
    log_of_all->kind = 5;
    log_of_all->room = 1;

    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);

    assert(log_of_all->n == 4 && log_of_all->room == 4);       //~ safe
    assert(log_of_all->lines[0] == 7 && log_of_all->lines[3] == 8);    //~ safe
    assert(log_of_all->kind == 5);                             //~ safe
    free(log_of_all);
    return 0;
}
