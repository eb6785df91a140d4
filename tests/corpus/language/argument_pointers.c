// Arguments of a variable number are read by `void *`, whatever they point to.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

struct queue {
    int n_items;
};

static struct queue queue = {3};

static int n_given(int n, ...) {
    va_list args;
    int n_found = 0;
    va_start(args, n);
    for (int i = 0; i < n; i++)
        if (va_arg(args, void *)) n_found++;
    va_end(args);
    return n_found;
}

static int items(int n, ...) {
    va_list args;
    va_start(args, n);
    const struct queue *first = va_arg(args, const struct queue *);
    va_end(args);
    return first->n_items;
}

static void *worker(void *arg) {
    int own = 4;
    int n_found = n_given(3, &own, &queue, "text");
    assert(n_found == 3);                       //~ safe
    int n_items = items(1, (void *)&queue);
    assert(n_items == 3);                       //~ safe
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
