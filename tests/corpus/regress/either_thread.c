// Which of two threads a handle is of depends on an input in a way that listing states does not follow: only
// with 12345 it is the second one. That it is not the first one was kept as a range of numbers while the
// threads changed places, and then it was of neither: the assertion was proved.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int asked, answered, set, done;

static void *answer(void *arg)
{
    while (!asked)
        ;
    answered = 1;
    return arg;
}

static void *worker(void *arg)
{
    pthread_mutex_lock(&lock);
    if (arg) {
        pthread_mutex_unlock(&lock);
        while (!done)
            ;
    } else {
        set = 1;
        pthread_mutex_unlock(&lock);
        while (!done)
            ;
    }
    return arg;
}

int main(void)
{
    pthread_t helper, first, second, chosen;
    int something;
    pthread_mutex_lock(&lock);
    pthread_create(&helper, 0, answer, 0);
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, &something);
    unsigned input = __VERIFIER_nondet_uint();
    chosen = input * input * input != 170287977u ? first : second;
    asked = 1;
    while (!answered)
        ;
    if (pthread_equal(chosen, first))
        return 0;
    pthread_mutex_unlock(&lock);
    while (!set)
        ;
    assert(!pthread_equal(chosen, second)); //~ unsafe(3)
    return 0;
}
