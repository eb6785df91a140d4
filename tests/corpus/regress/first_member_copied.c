/* Structs are copied by way of pointers to their first members, and pointers in them as well. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct head {
    int len;
};
struct message {
    struct head h;
    int *p;
};
static struct message m;
static int z = 4;

static void copy(struct head *to, struct head *from)
{
    memcpy(to, from, sizeof(struct message));
}

int main(void)
{
    struct message x = {{4}, &z};
    copy(&m.h, &x.h);
    assert(*m.p == 4); //~ safe
    struct message *a = malloc(sizeof *a);
    if (!a)
        return 1;
    *a = x;
    struct head *h = &a->h;
    struct message *b = realloc(h, 2 * sizeof *b);
    if (!b)
        return 1;
    assert(*b->p == 4); //~ safe
    free(&b->h);
    return 0;
}
