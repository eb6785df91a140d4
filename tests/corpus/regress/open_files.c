// Which number an open file gets is not known; that it is none that failed is.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>

static int count;

static void *worker(void *unused)
{
    (void)unused;
    count++;
    return 0;
}

int main(void)
{
    int a = open("a", O_RDONLY), b = open("b", O_RDONLY);
    pthread_t t, u;
    FILE *log;

    if (a < 0 || b < 0)
        return 1;
    log = fopen("log", "w");
    if (log == NULL) {
        perror("log");
        return 1;
    }
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(count == 2); //~ unsafe(2)
    assert(a != b); //~ unknown, truly safe: numbers of open files are not compared
    assert(a >= 0); //~ safe
    return 0;
}
