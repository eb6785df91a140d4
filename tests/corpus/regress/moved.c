// memmove may overlap.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int ring[4] = { 1, 2, 3, 4 };

static void *worker(void *unused)
{
    (void)unused;
    memmove(&ring[1], &ring[0], 3 * sizeof ring[0]);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(ring[0] == 1 && ring[1] == 1 && ring[2] == 2 && ring[3] == 3); //~ safe
    memmove(&ring[0], &ring[2], 2 * sizeof ring[0]);
    assert(ring[0] == 2 && ring[1] == 3 && ring[2] == 2 && ring[3] == 3); //~ safe
    return 0;
}
