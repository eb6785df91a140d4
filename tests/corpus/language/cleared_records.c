// As many records as an input says are cleared at once, and copied.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct record {
    int hits;
    int by_kind[2];
};

static struct record all[3], before[3];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *client(void *arg)
{
    size_t n = *(size_t *)arg;
    pthread_mutex_lock(&lock);
    memset(all, 0, n * sizeof(*all));
    all[0].hits = 1;
    all[0].by_kind[1] = 1;
    memcpy(before, all, n * sizeof(*before));
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    size_t n = argc < 3 ? 1 : 3;
    all[2].hits = 5;
    pthread_create(&t, NULL, client, &n);
    pthread_join(t, NULL);
    assert(before[0].by_kind[1] == 1 && before[0].by_kind[0] == 0);    //~ safe
    assert(all[2].hits == (n == 3 ? 0 : 5));                           //~ safe
    return 0;
}
