/* From a member of characters back to the struct, and an assertion in front of an index that is always wrong. */
#include <assert.h>
#include <stddef.h>

struct node {
    int k;
    char c[4];
};
static struct node n;
static int a[2];

int main(void)
{
    struct node *q = (struct node *)((char *)&n.c[0] - offsetof(struct node, c));
    q->k = 5;
    assert(n.k == 5); //~ safe
    int *p = a;
    p[3] = 1; //~ unsafe
    assert(n.k == 5); //~ unknown, truly safe: something undefined comes first
    return 0;
}
