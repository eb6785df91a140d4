/* A table whose pages are filled in when they are first needed, under a lock; three threads look things up. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define PAGES 2
#define PER_PAGE 2

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static bool present[PAGES];
static int page[PAGES][PER_PAGE];

static int lookup(unsigned key)
{
    unsigned p = key / PER_PAGE;
    int value = 0;

    pthread_mutex_lock(&table_lock);
    if (!present[p]) {
        for (unsigned i = 0; i < PER_PAGE; i++)
            page[p][i] = (int)(p * PER_PAGE + i) + 1;
        present[p] = true;
    }
    value = page[p][key % PER_PAGE];
    pthread_mutex_unlock(&table_lock);
    return value;
}

static void *worker(void *arg)
{
    unsigned key = *(unsigned *)arg;

    assert(lookup(key) == (int)key + 1);    //~ safe
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    static unsigned keys[3] = { 2, 3, 1 };

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, &keys[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
