// One argument of two is missing.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;
static void move(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    pthread_mutex_lock(&lock);
    while (n-- > 0)
        balance += va_arg(ap, int); //~ unsafe(1)
    pthread_mutex_unlock(&lock);
    va_end(ap);
}
static void *transfer(void *arg)
{
    move(2, 1);
    return 0;
}
int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, transfer, 0);
}
