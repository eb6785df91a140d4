// The lists of <sys/queue.h>.
#include <assert.h>
#include <stdlib.h>
#include <sys/queue.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct job { int number; TAILQ_ENTRY(job) link; };
TAILQ_HEAD(jobs, job) jobs = TAILQ_HEAD_INITIALIZER(jobs);

struct item { int value; SLIST_ENTRY(item) next; };
SLIST_HEAD(items, item) items = SLIST_HEAD_INITIALIZER(items);

struct entry { int value; LIST_ENTRY(entry) link; };
LIST_HEAD(entries, entry) entries;

struct message { int value; STAILQ_ENTRY(message) link; };
STAILQ_HEAD(messages, message) messages = STAILQ_HEAD_INITIALIZER(messages);

int main(void) {
    struct job *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    first->number = 1;
    second->number = 2;
    TAILQ_INSERT_TAIL(&jobs, first, link);
    TAILQ_INSERT_TAIL(&jobs, second, link);
    assert(TAILQ_FIRST(&jobs) == first);       //~ safe
    assert(TAILQ_LAST(&jobs, jobs) == second); //~ safe
    assert(TAILQ_NEXT(first, link) == second); //~ safe
    TAILQ_REMOVE(&jobs, first, link);
    assert(TAILQ_FIRST(&jobs)->number == 2);   //~ safe
    if (__VERIFIER_nondet_bool()) assert(TAILQ_EMPTY(&jobs)); //~ unsafe

    struct item a = { .value = 1 }, b = { .value = 2 }, *at;
    SLIST_INSERT_HEAD(&items, &a, next);
    SLIST_INSERT_HEAD(&items, &b, next);
    int sum = 0;
    SLIST_FOREACH(at, &items, next) sum += at->value;
    assert(sum == 3);                          //~ safe

    struct entry x = { .value = 1 }, y = { .value = 2 };
    LIST_INIT(&entries);
    LIST_INSERT_HEAD(&entries, &x, link);
    LIST_INSERT_AFTER(&x, &y, link);
    LIST_REMOVE(&x, link);
    assert(LIST_FIRST(&entries) == &y);        //~ safe

    struct message m = { .value = 4 };
    STAILQ_INSERT_TAIL(&messages, &m, link);
    assert(STAILQ_FIRST(&messages)->value == 4); //~ safe
    STAILQ_REMOVE_HEAD(&messages, link);
    if (__VERIFIER_nondet_bool()) assert(!STAILQ_EMPTY(&messages)); //~ unsafe
    return 0;
}
