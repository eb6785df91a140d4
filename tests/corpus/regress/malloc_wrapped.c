// Memory that is held in a `void *` first, and that a function of the program's own hands on.
#include <assert.h>
#include <stdlib.h>

struct item { int value; struct item *next; };
struct pair { long a, b; };

static void *xmalloc(size_t size) {
    void *p = malloc(size);
    if (!p) abort();
    return p;
}
static void *zmalloc(size_t count, size_t size) {
    void *p = calloc(count, size);
    return p ? p : xmalloc(count * size);
}

int main(int argc, char **argv) {
    void *raw = malloc(sizeof(struct item));
    struct item *item = raw;
    item->value = 1;
    item->next = 0;
    struct pair *pair = xmalloc(sizeof *pair);
    pair->b = 2;
    struct item *other = (struct item *)xmalloc(sizeof(struct item));
    other->next = item;
    int *numbers = zmalloc(3, sizeof(int));
    assert(other->next->value == 1);   //~ safe
    assert(pair->b == 2);              //~ safe
    assert(numbers[2] == 0);           //~ safe
    assert(pair->b == 3);              //~ unsafe(0)
    free(other);
    free(raw);
    return 0;
}
