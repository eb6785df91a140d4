// Memory of a size that is not constant.
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct queue { int room; int *items; };

struct queue *make(int room) {
    struct queue *queue = malloc(sizeof *queue);
    queue->room = room;
    queue->items = calloc(room, sizeof(int));
    return queue;
}

int main(void) {
    struct queue *queue = make(12);
    assert(queue->items[11] == 0);             //~ safe
    queue->items[11] = 1;
    assert(queue->items[11] == 1);             //~ safe
    if (__VERIFIER_nondet_bool()) assert(queue->items[10] == 1); //~ unsafe
    free(queue->items);
    free(queue);
    return 0;
}
