// C leaves open which operand is evaluated first; that matters only if one writes what another one uses.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node { int value; };
int x, y, calls;
static int next(int *counter) { return ++*counter; }
static int get(int *from) { calls++; return *from; }
static int sub(int a, int b) { return a - b; }
static struct node *made(int value) {
    struct node *node = malloc(sizeof(struct node));
    node->value = value;
    return node;
}
static int difference(struct node *a, struct node *b) { return a->value - b->value; }

int main(int argc, char **argv) {
    assert(next(&x) + next(&y) == 2);             //~ safe
    assert(sub(get(&x), get(&y)) == 0);           //~ safe
    assert(difference(made(3), made(1)) == 2);    //~ safe
    printf("%d %d\n", next(&x), next(&x));
    assert(x == 3);                               //~ safe
    assert(x == 4);                               //~ unsafe(0)
    return 0;
}
