// A mailbox for messages of two kinds: a tag says which member of the union counts. Bug: the message is read
// without the lock, so that the pointer is taken for a number.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message {
    enum { NUMBER, CELL } kind;
    union {
        int number;
        int *cell;
    } body;
};

static struct message box;
static int full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *sender(void *unused)
{
    int *cell = malloc(sizeof *cell);

    (void)unused;
    *cell = 7;
    pthread_mutex_lock(&lock);
    box.kind = CELL;
    box.body.cell = cell;
    full = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;

    box.kind = NUMBER;
    box.body.number = 3;
    pthread_create(&thread, 0, sender, 0);
    struct message message = box;
    if (message.kind == CELL) {
        int value = *message.body.cell; //~ unsafe(1)
        assert(value == 7); //~ unknown, truly safe: behind an undefined operation
        free(message.body.cell);
    } else {
        assert(message.body.number == 3); //~ unsafe(1)
    }
    return 0;
}
