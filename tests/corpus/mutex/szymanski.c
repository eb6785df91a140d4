/* Szymanski's mutual exclusion of two threads; a thread walks through a waiting room. */
#include <assert.h>
#include <pthread.h>

volatile int flag1 = 0, flag2 = 0;
int x;

void *thr1(void *arg)
{
    (void) arg;
    flag1 = 1;
    while (flag2 >= 3)
        ;
    flag1 = 3;
    if (flag2 == 1) {
        flag1 = 2;
        while (flag2 != 4)
            ;
    }
    flag1 = 4;
    /* critical section */
    x = 0;
    assert(x <= 0);    //~ safe
    /* leave: wait until nobody is behind in the doorway */
    while (2 <= flag2 && flag2 <= 3)
        ;
    flag1 = 0;
    return NULL;
}

void *thr2(void *arg)
{
    (void) arg;
    flag2 = 1;
    while (flag1 >= 3)
        ;
    flag2 = 3;
    if (flag1 == 1) {
        flag2 = 2;
        while (flag1 != 4)
            ;
    }
    flag2 = 4;
    while (flag1 >= 2)
        ;
    /* critical section */
    x = 1;
    assert(x >= 1);    //~ safe
    flag2 = 0;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;

    pthread_create(&t1, NULL, thr1, NULL);
    pthread_create(&t2, NULL, thr2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
