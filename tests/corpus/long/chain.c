/* A message goes along a chain of four threads, straight through, without locks: who sees the last flag sees the data. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

atomic_bool data, copy, flag0, flag1, flag2;

void *thread0(void *arg)
{
    bool r0 = false, r1 = false, r2 = false, r3 = false;

    r2 = !r1;
    r2 = !(r3 && r2);
    r3 = !(r0 && r1);
    r3 = !(r1 && r0);
    r2 = r3 || r1;
    r3 = r1 == r2;
    r2 = r0 || r2;
    r2 = !r0;
    r3 = r3 == r2;
    r3 = r3 || r1;
    r2 = r2 || r0;
    r3 = r3 == r0;
    r3 = r3 != r2;
    r3 = !(r3 && r2);
    r2 = !r3;
    r2 = r0 == r1;
    r2 = r2 == r3;
    r3 = !r1;
    r3 = r0 == r3;
    r3 = r3 && !r0;
    r2 = !r3;
    r2 = r3 && !r1;
    data = true;
    copy = r2;
    r3 = !(r0 && r1);
    r2 = r2 && !r3;
    r2 = r2 && !r0;
    r3 = !r0;
    r2 = !r2;
    r2 = r2 != r1;
    r3 = r3 == r1;
    r3 = r0 != r2;
    r3 = !r1;
    r3 = r2 && !r3;
    r3 = r3 && !r2;
    r2 = r3 && !r2;
    r3 = r2 == r1;
    r3 = r2 == r3;
    r2 = r3 == r0;
    r3 = r0 == r1;
    r3 = r3 || r1;
    r3 = !r2;
    r3 = r2 && !r1;
    r2 = !r0;
    r3 = r1 || r2;
    r3 = r2 == r0;
    flag0 = true;
    return arg;
}

void *thread1(void *arg)
{
    bool r0 = false, r1 = false, r2 = false, r3 = false;

    r3 = !r0;
    r2 = r1 && !r3;
    r2 = !(r2 && r3);
    r2 = r3 && !r1;
    r2 = !r0;
    r3 = r1 == r3;
    r3 = !(r0 && r2);
    r3 = !(r1 && r3);
    r3 = r2 == r1;
    r3 = !(r3 && r1);
    r3 = r3 || r0;
    r3 = !(r1 && r0);
    r2 = r3 && !r2;
    r3 = !(r3 && r2);
    r2 = !(r2 && r0);
    r2 = r2 && !r0;
    r2 = r0 != r2;
    r3 = r0 == r3;
    r3 = r0 || r3;
    r3 = r0 && !r2;
    r2 = !r0;
    r3 = r3 || r0;
    r0 = flag0;
    r2 = r1 || r0;
    r2 = r1 && !r3;
    r3 = r3 && !r2;
    r3 = !(r2 && r0);
    r3 = !r3;
    r2 = r0 && !r3;
    r2 = r0 != r3;
    r2 = !(r0 && r2);
    r2 = !r3;
    r3 = r0 == r1;
    r3 = !r3;
    r3 = r2 != r0;
    r2 = r0 == r3;
    r2 = r3 && !r0;
    r3 = r2 == r1;
    r3 = r0 && !r2;
    r3 = r2 == r3;
    r3 = r2 != r1;
    r2 = !(r0 && r3);
    r2 = r2 != r3;
    r2 = r1 && !r3;
    r3 = r2 && !r1;
    r3 = r0 && (r2 || !r2);
    flag1 = r3;
    return arg;
}

void *thread2(void *arg)
{
    bool r0 = false, r1 = false, r2 = false, r3 = false;

    r2 = r3 == r2;
    r2 = r3 == r2;
    r2 = !(r2 && r3);
    r2 = r0 || r1;
    r2 = !(r3 && r0);
    r3 = r0 || r2;
    r2 = r0 && !r1;
    r3 = r0 == r2;
    r3 = r2 && !r3;
    r2 = r0 && !r2;
    r2 = !(r0 && r2);
    r2 = r2 && !r3;
    r2 = r1 != r0;
    r3 = !(r3 && r1);
    r3 = r3 && !r1;
    r2 = r3 != r2;
    r3 = r1 || r3;
    r2 = r3 && !r0;
    r3 = r3 == r2;
    r2 = r3 || r2;
    r2 = !(r2 && r0);
    r3 = r2 == r0;
    r0 = flag1;
    r3 = r3 || r2;
    r3 = r2 != r0;
    r2 = !(r3 && r0);
    r3 = r2 != r0;
    r3 = r1 == r3;
    r2 = r1 != r3;
    r2 = r0 != r1;
    r2 = r1 || r0;
    r2 = !r2;
    r2 = !r1;
    r3 = r1 || r0;
    r2 = r3 && !r0;
    r3 = r0 && !r1;
    r3 = r2 && !r1;
    r3 = r0 != r1;
    r2 = r3 || r1;
    r2 = !(r3 && r1);
    r3 = r2 && !r0;
    r3 = !(r3 && r0);
    r3 = r2 == r0;
    r3 = r2 == r1;
    r3 = r2 == r0;
    r3 = r0 && (r2 || !r2);
    flag2 = r3;
    return arg;
}

void *thread3(void *arg)
{
    bool r0 = false, r1 = false, r2 = false, r3 = false;

    r3 = !(r0 && r2);
    r3 = r2 == r0;
    r2 = r1 || r2;
    r3 = r2 && !r3;
    r2 = !r0;
    r3 = r3 == r2;
    r3 = !r1;
    r2 = r1 && !r2;
    r3 = !r1;
    r3 = r0 != r1;
    r2 = r0 != r3;
    r3 = !r2;
    r2 = !r3;
    r2 = !r3;
    r2 = !(r0 && r2);
    r2 = !(r0 && r3);
    r3 = r3 == r2;
    r2 = r1 != r2;
    r2 = !(r1 && r2);
    r3 = !r1;
    r3 = r2 != r0;
    r3 = r3 == r1;
    r0 = flag2;
    r1 = data;
    r3 = r3 == r2;
    r2 = r3 == r0;
    r2 = r0 != r3;
    r3 = r1 || r2;
    r2 = r1 && !r2;
    r3 = r3 == r0;
    r3 = r1 && !r0;
    r3 = !(r0 && r3);
    r2 = r1 != r2;
    r3 = !r0;
    r2 = r2 && !r3;
    r2 = r0 == r2;
    r2 = r2 || r0;
    r2 = r3 != r2;
    r2 = r2 != r0;
    r2 = r0 != r3;
    r2 = !(r3 && r1);
    r3 = !r3;
    r3 = r0 == r1;
    r2 = r3 != r1;
    r3 = !r0;
    r3 = !(r2 && r1);
    assert(!r0 || r1);    //~ safe
    return arg;
}

int main(void)
{
    pthread_t t[4];

    pthread_create(&t[0], NULL, thread0, NULL);
    pthread_create(&t[1], NULL, thread1, NULL);
    pthread_create(&t[2], NULL, thread2, NULL);
    pthread_create(&t[3], NULL, thread3, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(data);    //~ safe
    return 0;
}
