/* Twin of bakery_bounded.c: one customer too many gets a number; least threads: 3 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define NUMBERS 2

static pthread_mutex_t dispenser = PTHREAD_MUTEX_INITIALIZER;
static atomic_int now_serving;
static int next_number, waiting;
static bool at_counter;

static int take_number(void)
{
    int mine = -1;

    pthread_mutex_lock(&dispenser);
    if (waiting <= NUMBERS) {
        waiting++;
        mine = next_number;
        next_number = (next_number + 1) % NUMBERS;
    }
    pthread_mutex_unlock(&dispenser);
    return mine;
}

static void hand_back(int mine)
{
    pthread_mutex_lock(&dispenser);
    waiting--;
    now_serving = (mine + 1) % NUMBERS;
    pthread_mutex_unlock(&dispenser);
}

static void *customer(void *arg)
{
    int mine = take_number();

    if (mine < 0)
        return NULL;        /* comes back another day */
    while (now_serving != mine)
        ;
    assert(!at_counter);    //~ unsafe(3)
    at_counter = true;
    at_counter = false;
    hand_back(mine);
    return arg;
}

int main(void)
{
    pthread_t t;

    while (1)
        pthread_create(&t, NULL, customer, NULL);
}
