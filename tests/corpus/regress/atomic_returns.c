/* Atomic functions end their section on every way out; an assumption inside a section cuts off the run. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

int a, b, turn;

void __VERIFIER_atomic_both(int early)
{
    a++;
    if (early) {
        b++;
        return;
    }
    b++;
}

static void *worker(void *arg)
{
    (void)arg;
    __VERIFIER_atomic_both(turn);
    __VERIFIER_atomic_begin();
    int same = a == b;
    if (same) {
        turn = 1;
        __VERIFIER_atomic_end();
    } else {
        __VERIFIER_atomic_end();
    }
    assert(same); //~ safe
    assert(a == b); //~ unsafe(2)
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(turn == 1);
    assert(a == b); //~ safe
    __VERIFIER_atomic_end();
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
