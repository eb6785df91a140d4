/* Clang's words for what a lock guards; the compiler at hand has no such attribute. Checked at every access. */
#include <assert.h>
#include <pthread.h>

#if defined(__clang__)
#define GUARDED_BY(x) __attribute__((guarded_by(x)))
#define PT_GUARDED_BY(x) __attribute__((pt_guarded_by(x)))
#else
#define GUARDED_BY(x)
#define PT_GUARDED_BY(x)
#endif

struct account {
    pthread_mutex_t lock;
    int balance GUARDED_BY(lock);
};

pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
int n_open GUARDED_BY(table_lock) = 1;
struct account account = { PTHREAD_MUTEX_INITIALIZER, 10 };
int statistics;
int *statistic PT_GUARDED_BY(table_lock) = &statistics;

void *teller(void *arg)
{
    struct account *own = arg;
    pthread_mutex_lock(&own->lock);
    int before = own->balance;
    own->balance = before + 1;
    assert(own->balance == before + 1);    //~ safe
    pthread_mutex_unlock(&own->lock);

    pthread_mutex_lock(&table_lock);
    n_open = n_open + 1;
    *statistic = n_open;
    pthread_mutex_unlock(&table_lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, teller, &account);
}
