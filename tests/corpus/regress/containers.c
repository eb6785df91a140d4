// Pointers that are converted to what lies around an object or at its start, and pointers that are moved by a
// number of bytes.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

struct base { int kind; int *counter; };
struct derived { struct base base; int extra; };
struct link { struct link *next; };
struct node { int value; struct link link; };
struct pair { int first; int second; };

struct outer { int x; struct pair pairs[3]; int y; } outer;

struct derived object;
int n;

void set_counter(struct base *base, int *counter) { base->counter = counter; }

int main(void) {
    struct base *base = (struct base *)&object;
    base->counter = &n;
    *object.base.counter = 1;
    assert(n == 1);                            //~ safe
    set_counter(&object.base, &n);
    struct derived *back = (struct derived *)base;
    *back->base.counter = 2;
    assert(n == 2);                            //~ safe
    if (__VERIFIER_nondet_bool()) assert(n == 1); //~ unsafe

    struct pair pair = { 1, 2 };
    int *second = (int *)((char *)&pair + offsetof(struct pair, second));
    *second = 5;
    assert(pair.second == 5);                  //~ safe
    if (__VERIFIER_nondet_bool()) assert(pair.first == 5); //~ unsafe

    outer.pairs[1].second = 4;
    int *member = &outer.pairs[1].second;
    struct pair *around = (struct pair *)((char *)member - offsetof(struct pair, second));
    assert(around == &outer.pairs[1] && around->second == 4); //~ safe
    around++;
    around->first = 6;
    assert(outer.pairs[2].first == 6);         //~ safe
    uintptr_t address = (uintptr_t)&outer.y;
    struct outer *whole = (struct outer *)(address - offsetof(struct outer, y));
    whole->x = 8;
    assert(outer.x == 8);                      //~ safe

    struct node *node = malloc(sizeof *node);
    node->value = 7;
    struct link *link = &node->link;
    struct node *again = container_of(link, struct node, link);
    assert(again == node);                     //~ safe
    assert(again->value == 7);                 //~ safe
    free(again);
    return 0;
}
