/* A sorted linked list behind one lock: two threads insert, a third one walks along it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static struct node *list;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;

static void insert(int key)
{
    struct node *n = calloc(1, sizeof(struct node));
    struct node **p = &list;

    if (!n)
        abort();
    n->key = key;
    pthread_mutex_lock(&list_lock);
    while (*p && (*p)->key < key)
        p = &(*p)->next;
    n->next = *p;
    *p = n;
    pthread_mutex_unlock(&list_lock);
}

static void *inserter(void *arg)
{
    insert(*(int *)arg);
    return NULL;
}

static void *walker(void *arg)
{
    pthread_mutex_lock(&list_lock);
    for (struct node *n = list; n && n->next; n = n->next)
        assert(n->key <= n->next->key);    //~ safe
    pthread_mutex_unlock(&list_lock);
    return arg;
}

int main(void)
{
    pthread_t a, b, w;
    int one = 1, two = 2;

    pthread_create(&a, NULL, inserter, &two);
    pthread_create(&b, NULL, inserter, &one);
    pthread_create(&w, NULL, walker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(w, NULL);
    assert(list->key == 1 && list->next->key == 2);    //~ safe
    return 0;
}
