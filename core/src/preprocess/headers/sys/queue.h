/* Lists through members of the elements. Members and the order of stores are those of the usual headers, so
   that programs that use a list from several threads at once see the same. */
#ifndef __BRAID_SYS_QUEUE_H
#define __BRAID_SYS_QUEUE_H

#include <stddef.h>

/* Singly linked. */
#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) { NULL }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_INIT(head) do { (head)->slh_first = NULL; } while (0)
#define SLIST_EMPTY(head) ((head)->slh_first == NULL)
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_NEXT(one, link) ((one)->link.sle_next)
#define SLIST_END(head) NULL
#define SLIST_INSERT_HEAD(head, one, link) do { \
    (one)->link.sle_next = (head)->slh_first; \
    (head)->slh_first = (one); \
} while (0)
#define SLIST_INSERT_AFTER(before, one, link) do { \
    (one)->link.sle_next = (before)->link.sle_next; \
    (before)->link.sle_next = (one); \
} while (0)
#define SLIST_REMOVE_HEAD(head, link) do { \
    (head)->slh_first = (head)->slh_first->link.sle_next; \
} while (0)
#define SLIST_REMOVE_AFTER(one, link) do { \
    (one)->link.sle_next = (one)->link.sle_next->link.sle_next; \
} while (0)
#define SLIST_REMOVE(head, one, type, link) do { \
    if ((head)->slh_first == (one)) { \
        SLIST_REMOVE_HEAD(head, link); \
    } else { \
        struct type *__braid_at = (head)->slh_first; \
        while (__braid_at->link.sle_next != (one)) __braid_at = __braid_at->link.sle_next; \
        SLIST_REMOVE_AFTER(__braid_at, link); \
    } \
} while (0)
#define SLIST_FOREACH(at, head, link) \
    for ((at) = (head)->slh_first; (at); (at) = (at)->link.sle_next)
#define SLIST_FOREACH_SAFE(at, head, link, next) \
    for ((at) = (head)->slh_first; (at) && ((next) = (at)->link.sle_next, 1); (at) = (next))

/* Doubly linked. */
#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_HEAD_INITIALIZER(head) { NULL }
#define LIST_ENTRY(type) struct { struct type *le_next; struct type **le_prev; }
#define LIST_INIT(head) do { (head)->lh_first = NULL; } while (0)
#define LIST_EMPTY(head) ((head)->lh_first == NULL)
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_NEXT(one, link) ((one)->link.le_next)
#define LIST_END(head) NULL
#define LIST_INSERT_HEAD(head, one, link) do { \
    if (((one)->link.le_next = (head)->lh_first) != NULL) \
        (head)->lh_first->link.le_prev = &(one)->link.le_next; \
    (head)->lh_first = (one); \
    (one)->link.le_prev = &(head)->lh_first; \
} while (0)
#define LIST_INSERT_AFTER(before, one, link) do { \
    if (((one)->link.le_next = (before)->link.le_next) != NULL) \
        (before)->link.le_next->link.le_prev = &(one)->link.le_next; \
    (before)->link.le_next = (one); \
    (one)->link.le_prev = &(before)->link.le_next; \
} while (0)
#define LIST_INSERT_BEFORE(after, one, link) do { \
    (one)->link.le_prev = (after)->link.le_prev; \
    (one)->link.le_next = (after); \
    *(after)->link.le_prev = (one); \
    (after)->link.le_prev = &(one)->link.le_next; \
} while (0)
#define LIST_REMOVE(one, link) do { \
    if ((one)->link.le_next != NULL) \
        (one)->link.le_next->link.le_prev = (one)->link.le_prev; \
    *(one)->link.le_prev = (one)->link.le_next; \
} while (0)
#define LIST_FOREACH(at, head, link) \
    for ((at) = (head)->lh_first; (at); (at) = (at)->link.le_next)
#define LIST_FOREACH_SAFE(at, head, link, next) \
    for ((at) = (head)->lh_first; (at) && ((next) = (at)->link.le_next, 1); (at) = (next))

/* Singly linked, with an end. */
#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first; struct type **stqh_last; }
#define STAILQ_HEAD_INITIALIZER(head) { NULL, &(head).stqh_first }
#define STAILQ_ENTRY(type) struct { struct type *stqe_next; }
#define STAILQ_INIT(head) do { \
    (head)->stqh_first = NULL; \
    (head)->stqh_last = &(head)->stqh_first; \
} while (0)
#define STAILQ_EMPTY(head) ((head)->stqh_first == NULL)
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_NEXT(one, link) ((one)->link.stqe_next)
#define STAILQ_INSERT_HEAD(head, one, link) do { \
    if (((one)->link.stqe_next = (head)->stqh_first) == NULL) \
        (head)->stqh_last = &(one)->link.stqe_next; \
    (head)->stqh_first = (one); \
} while (0)
#define STAILQ_INSERT_TAIL(head, one, link) do { \
    (one)->link.stqe_next = NULL; \
    *(head)->stqh_last = (one); \
    (head)->stqh_last = &(one)->link.stqe_next; \
} while (0)
#define STAILQ_INSERT_AFTER(head, before, one, link) do { \
    if (((one)->link.stqe_next = (before)->link.stqe_next) == NULL) \
        (head)->stqh_last = &(one)->link.stqe_next; \
    (before)->link.stqe_next = (one); \
} while (0)
#define STAILQ_REMOVE_HEAD(head, link) do { \
    if (((head)->stqh_first = (head)->stqh_first->link.stqe_next) == NULL) \
        (head)->stqh_last = &(head)->stqh_first; \
} while (0)
#define STAILQ_REMOVE(head, one, type, link) do { \
    if ((head)->stqh_first == (one)) { \
        STAILQ_REMOVE_HEAD(head, link); \
    } else { \
        struct type *__braid_at = (head)->stqh_first; \
        while (__braid_at->link.stqe_next != (one)) __braid_at = __braid_at->link.stqe_next; \
        if ((__braid_at->link.stqe_next = __braid_at->link.stqe_next->link.stqe_next) == NULL) \
            (head)->stqh_last = &__braid_at->link.stqe_next; \
    } \
} while (0)
#define STAILQ_CONCAT(to, from) do { \
    if (!STAILQ_EMPTY(from)) { \
        *(to)->stqh_last = (from)->stqh_first; \
        (to)->stqh_last = (from)->stqh_last; \
        STAILQ_INIT(from); \
    } \
} while (0)
#define STAILQ_FOREACH(at, head, link) \
    for ((at) = (head)->stqh_first; (at); (at) = (at)->link.stqe_next)
#define STAILQ_FOREACH_SAFE(at, head, link, next) \
    for ((at) = (head)->stqh_first; (at) && ((next) = (at)->link.stqe_next, 1); (at) = (next))

/* The same under another name. */
#define SIMPLEQ_HEAD(name, type) struct name { struct type *sqh_first; struct type **sqh_last; }
#define SIMPLEQ_HEAD_INITIALIZER(head) { NULL, &(head).sqh_first }
#define SIMPLEQ_ENTRY(type) struct { struct type *sqe_next; }
#define SIMPLEQ_INIT(head) do { \
    (head)->sqh_first = NULL; \
    (head)->sqh_last = &(head)->sqh_first; \
} while (0)
#define SIMPLEQ_EMPTY(head) ((head)->sqh_first == NULL)
#define SIMPLEQ_FIRST(head) ((head)->sqh_first)
#define SIMPLEQ_NEXT(one, link) ((one)->link.sqe_next)
#define SIMPLEQ_INSERT_HEAD(head, one, link) do { \
    if (((one)->link.sqe_next = (head)->sqh_first) == NULL) \
        (head)->sqh_last = &(one)->link.sqe_next; \
    (head)->sqh_first = (one); \
} while (0)
#define SIMPLEQ_INSERT_TAIL(head, one, link) do { \
    (one)->link.sqe_next = NULL; \
    *(head)->sqh_last = (one); \
    (head)->sqh_last = &(one)->link.sqe_next; \
} while (0)
#define SIMPLEQ_REMOVE_HEAD(head, link) do { \
    if (((head)->sqh_first = (head)->sqh_first->link.sqe_next) == NULL) \
        (head)->sqh_last = &(head)->sqh_first; \
} while (0)
#define SIMPLEQ_FOREACH(at, head, link) \
    for ((at) = (head)->sqh_first; (at); (at) = (at)->link.sqe_next)

/* Doubly linked, with an end. */
#define TAILQ_HEAD(name, type) struct name { struct type *tqh_first; struct type **tqh_last; }
#define TAILQ_HEAD_INITIALIZER(head) { NULL, &(head).tqh_first }
#define TAILQ_ENTRY(type) struct { struct type *tqe_next; struct type **tqe_prev; }
#define TAILQ_INIT(head) do { \
    (head)->tqh_first = NULL; \
    (head)->tqh_last = &(head)->tqh_first; \
} while (0)
#define TAILQ_EMPTY(head) ((head)->tqh_first == NULL)
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_END(head) NULL
#define TAILQ_NEXT(one, link) ((one)->link.tqe_next)
#define TAILQ_LAST(head, name) (*(((struct name *)((head)->tqh_last))->tqh_last))
#define TAILQ_PREV(one, name, link) (*(((struct name *)((one)->link.tqe_prev))->tqh_last))
#define TAILQ_INSERT_HEAD(head, one, link) do { \
    if (((one)->link.tqe_next = (head)->tqh_first) != NULL) \
        (head)->tqh_first->link.tqe_prev = &(one)->link.tqe_next; \
    else \
        (head)->tqh_last = &(one)->link.tqe_next; \
    (head)->tqh_first = (one); \
    (one)->link.tqe_prev = &(head)->tqh_first; \
} while (0)
#define TAILQ_INSERT_TAIL(head, one, link) do { \
    (one)->link.tqe_next = NULL; \
    (one)->link.tqe_prev = (head)->tqh_last; \
    *(head)->tqh_last = (one); \
    (head)->tqh_last = &(one)->link.tqe_next; \
} while (0)
#define TAILQ_INSERT_AFTER(head, before, one, link) do { \
    if (((one)->link.tqe_next = (before)->link.tqe_next) != NULL) \
        (one)->link.tqe_next->link.tqe_prev = &(one)->link.tqe_next; \
    else \
        (head)->tqh_last = &(one)->link.tqe_next; \
    (before)->link.tqe_next = (one); \
    (one)->link.tqe_prev = &(before)->link.tqe_next; \
} while (0)
#define TAILQ_INSERT_BEFORE(after, one, link) do { \
    (one)->link.tqe_prev = (after)->link.tqe_prev; \
    (one)->link.tqe_next = (after); \
    *(after)->link.tqe_prev = (one); \
    (after)->link.tqe_prev = &(one)->link.tqe_next; \
} while (0)
#define TAILQ_REMOVE(head, one, link) do { \
    if ((one)->link.tqe_next != NULL) \
        (one)->link.tqe_next->link.tqe_prev = (one)->link.tqe_prev; \
    else \
        (head)->tqh_last = (one)->link.tqe_prev; \
    *(one)->link.tqe_prev = (one)->link.tqe_next; \
} while (0)
#define TAILQ_CONCAT(to, from, link) do { \
    if (!TAILQ_EMPTY(from)) { \
        *(to)->tqh_last = (from)->tqh_first; \
        (from)->tqh_first->link.tqe_prev = (to)->tqh_last; \
        (to)->tqh_last = (from)->tqh_last; \
        TAILQ_INIT(from); \
    } \
} while (0)
#define TAILQ_FOREACH(at, head, link) \
    for ((at) = (head)->tqh_first; (at); (at) = (at)->link.tqe_next)
#define TAILQ_FOREACH_SAFE(at, head, link, next) \
    for ((at) = (head)->tqh_first; (at) && ((next) = (at)->link.tqe_next, 1); (at) = (next))
#define TAILQ_FOREACH_REVERSE(at, head, name, link) \
    for ((at) = TAILQ_LAST(head, name); (at); (at) = TAILQ_PREV(at, name, link))

#endif
