// A ring of links inside the elements: for the head there is no element around the link, and nobody looks at one.
#include <assert.h>
#include <stddef.h>

extern _Bool __VERIFIER_nondet_bool(void);

#define container_of(ptr, type, member) ({ \
    const typeof(((type *)0)->member) *inner = (ptr); \
    (type *)((char *)inner - offsetof(type, member)); })
#define list_for_each_entry(pos, head, member) \
    for (pos = container_of((head)->next, typeof(*pos), member); &pos->member != (head); \
         pos = container_of(pos->member.next, typeof(*pos), member))

struct list { struct list *next, *prev; };
struct task { int cost; struct list link; };

void add(struct list *new, struct list *head) {
    head->next->prev = new;
    new->next = head->next;
    new->prev = head;
    head->next = new;
}

void del(struct list *one) {
    one->prev->next = one->next;
    one->next->prev = one->prev;
}

int main(void) {
    struct list head = { &head, &head };
    struct task a = { .cost = 1 }, b = { .cost = 2 };
    add(&a.link, &head);
    add(&b.link, &head);
    int sum = 0;
    struct task *at;
    list_for_each_entry(at, &head, link) sum += at->cost;
    assert(sum == 3);                          //~ safe
    del(&a.link);
    assert(head.next == &b.link);              //~ safe
    if (__VERIFIER_nondet_bool()) assert(head.prev == &a.link); //~ unsafe
    return 0;
}
