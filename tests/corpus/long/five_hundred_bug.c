/* Twin of five_hundred.c: a lock is released before the second flag of its pair is set; least threads: 2 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
bool p0 = false, q0 = true;    /* always different; m0 */
bool p1 = false, q1 = true;    /* always different; m0 */

void *thread0(void *arg)
{
    bool r0 = false, r1 = false, r2 = false, r3 = false;

    pthread_mutex_lock(&m0);
    r0 = p0;
    r1 = q0;
    assert(r0 != r1);    //~ safe
    r3 = r2 == r3;
    r2 = r0 == r1;
    r2 = !r0;
    r3 = !(r3 && r0);
    r2 = r0 && !r2;
    r3 = r1 || r3;
    r2 = r3 || r0;
    r2 = r3 && !r0;
    r2 = r0 || r3;
    r3 = r1 || r3;
    r2 = r1 != r0;
    r3 = r2 != r0;
    r3 = r1 && !r0;
    r2 = !(r2 && r1);
    r3 = !r2;
    r3 = r2 || r1;
    r2 = r3 && !r1;
    r3 = r2 != r0;
    r3 = !r0;
    r2 = r3 != r2;
    r2 = !(r0 && r2);
    r2 = r1 != r0;
    r3 = !(r2 && r3);
    r2 = !(r2 && r1);
    r2 = r2 != r1;
    r3 = !(r0 && r3);
    p0 = r3;
    q0 = !r3;
    pthread_mutex_unlock(&m0);
    pthread_mutex_lock(&m0);
    r0 = p1;
    r1 = q1;
    assert(r0 != r1);    //~ safe
    r3 = r1 == r3;
    r3 = !r0;
    r2 = r1 == r0;
    r2 = r2 == r1;
    r3 = r0 && !r3;
    r3 = !r1;
    r3 = r3 || r2;
    r2 = r0 != r2;
    r2 = r2 == r0;
    r3 = r1 && !r2;
    r3 = r1 || r3;
    r3 = r0 || r1;
    r2 = !(r3 && r2);
    r3 = r3 != r1;
    r3 = r2 != r1;
    r3 = !(r1 && r0);
    r3 = !r1;
    r3 = !r1;
    r3 = r2 == r0;
    r3 = !(r0 && r1);
    r3 = r2 == r1;
    r2 = !(r2 && r1);
    r3 = !r0;
    r3 = !(r2 && r1);
    r3 = r2 == r1;
    r3 = !r2;
    p1 = r2;
    q1 = !r2;
    pthread_mutex_unlock(&m0);
    pthread_mutex_lock(&m0);
    r0 = p0;
    r1 = q0;
    assert(r0 != r1);    //~ safe
    r3 = !(r3 && r1);
    r2 = r1 || r2;
    r3 = r2 == r1;
    r3 = r0 || r2;
    r3 = r3 == r1;
    r2 = !(r0 && r3);
    r2 = r3 || r2;
    r2 = r1 != r2;
    r2 = r1 || r0;
    r2 = r0 != r1;
    r2 = r1 != r2;
    r3 = r3 == r1;
    r2 = r0 || r2;
    r3 = r2 != r0;
    r2 = r2 == r1;
    r3 = r2 && !r0;
    r3 = !(r2 && r3);
    r2 = r2 != r1;
    r3 = r3 != r2;
    r3 = !(r1 && r0);
    r2 = !(r3 && r0);
    r2 = r0 != r1;
    r2 = !r0;
    r3 = r3 || r1;
    r3 = r3 == r1;
    r2 = !(r3 && r1);
    p0 = r3;
    pthread_mutex_unlock(&m0);
    q0 = !r3;
    return arg;
}

void *thread1(void *arg)
{
    bool r0 = false, r1 = false, r2 = false, r3 = false;

    pthread_mutex_lock(&m0);
    r0 = p1;
    r1 = q1;
    assert(r0 != r1);    //~ safe
    r3 = r2 != r1;
    r3 = r0 != r1;
    r3 = r2 && !r0;
    r3 = r0 || r2;
    r2 = r2 != r0;
    r3 = r0 || r1;
    r2 = r3 != r0;
    r3 = !r2;
    r3 = !(r3 && r2);
    r2 = !r0;
    r3 = !(r2 && r3);
    r2 = r2 != r3;
    r2 = r2 && !r1;
    r3 = r0 == r1;
    r2 = r0 && !r2;
    r3 = r3 != r1;
    r2 = !r3;
    r3 = r3 && !r0;
    r3 = r3 == r2;
    r2 = r3 || r1;
    r3 = !r3;
    r2 = r1 && !r3;
    r2 = r1 && !r3;
    r3 = r0 && !r1;
    r3 = r3 && !r2;
    r2 = !(r0 && r3);
    p1 = r2;
    q1 = !r2;
    pthread_mutex_unlock(&m0);
    pthread_mutex_lock(&m0);
    r0 = p0;
    r1 = q0;
    assert(r0 != r1);    //~ unsafe(2)
    r3 = r1 || r3;
    r2 = r1 != r2;
    r2 = r1 && !r0;
    r3 = r0 == r2;
    r2 = !(r0 && r1);
    r3 = !(r0 && r2);
    r3 = r1 && !r0;
    r3 = r2 != r3;
    r3 = r2 && !r3;
    r3 = r1 || r2;
    r2 = !r2;
    r2 = !r0;
    r2 = r2 || r3;
    r3 = r2 || r1;
    r2 = r1 == r2;
    r2 = r2 && !r0;
    r3 = r0 || r2;
    r3 = !r3;
    r2 = !(r0 && r2);
    r2 = r3 != r0;
    r2 = r1 && !r2;
    r2 = r3 == r0;
    r2 = !r3;
    r3 = r2 != r3;
    r3 = r3 == r0;
    r3 = !r2;
    p0 = r2;
    q0 = !r2;
    pthread_mutex_unlock(&m0);
    pthread_mutex_lock(&m0);
    r0 = p1;
    r1 = q1;
    assert(r0 != r1);    //~ safe
    r2 = r1 != r2;
    r2 = r0 && !r3;
    r2 = r1 && !r0;
    r3 = r3 && !r1;
    r3 = !(r3 && r1);
    r3 = r3 != r1;
    r2 = r0 == r3;
    r3 = r1 != r0;
    r3 = r3 && !r0;
    r3 = r2 == r0;
    r3 = r1 && !r0;
    r3 = r2 && !r1;
    r3 = r0 != r2;
    r3 = !r1;
    r2 = r3 == r2;
    r2 = r1 == r0;
    r2 = r0 == r2;
    r3 = r0 == r2;
    r3 = r2 || r3;
    r3 = r3 && !r1;
    r2 = r3 || r0;
    r3 = r1 == r0;
    r3 = r2 && !r0;
    r3 = r3 || r2;
    r3 = r0 && !r3;
    r3 = r0 && !r3;
    p1 = r3;
    q1 = !r3;
    pthread_mutex_unlock(&m0);
    return arg;
}

void *thread2(void *arg)
{
    bool r0 = false, r1 = false, r2 = false, r3 = false;

    pthread_mutex_lock(&m0);
    r0 = p0;
    r1 = q0;
    assert(r0 != r1);    //~ unsafe(3)
    r2 = r0 == r2;
    r3 = r0 && !r1;
    r3 = r0 != r1;
    r2 = r2 && !r3;
    r3 = r1 || r0;
    r3 = r1 && !r0;
    r2 = !(r0 && r2);
    r2 = !(r0 && r2);
    r3 = r0 != r1;
    r3 = !(r3 && r2);
    r2 = !r1;
    r2 = r3 || r0;
    r2 = !r2;
    r2 = r3 || r1;
    r2 = r0 == r1;
    r2 = !r0;
    r2 = r0 && !r1;
    r3 = r1 && !r3;
    r3 = r0 != r1;
    r2 = !(r0 && r1);
    r2 = r0 == r1;
    r2 = r0 == r2;
    r2 = r3 != r1;
    r2 = !r1;
    r3 = r1 != r0;
    r2 = r2 && !r1;
    p0 = r2;
    q0 = !r2;
    pthread_mutex_unlock(&m0);
    pthread_mutex_lock(&m0);
    r0 = p1;
    r1 = q1;
    assert(r0 != r1);    //~ safe
    r2 = r0 || r3;
    r3 = !(r2 && r1);
    r3 = r0 || r3;
    r3 = !r2;
    r2 = r0 == r3;
    r2 = r0 == r1;
    r3 = r1 != r3;
    r3 = r0 != r1;
    r3 = r1 || r3;
    r2 = !(r3 && r0);
    r2 = r3 && !r1;
    r2 = r1 || r3;
    r2 = r0 != r3;
    r3 = r2 || r1;
    r2 = !r1;
    r3 = !r2;
    r2 = !(r1 && r2);
    r3 = r3 || r1;
    r3 = r1 != r0;
    r2 = r0 != r3;
    r3 = r0 || r2;
    r3 = !(r2 && r1);
    r3 = r0 == r3;
    r2 = r0 != r3;
    r2 = !(r0 && r1);
    r3 = !(r2 && r3);
    p1 = r3;
    q1 = !r3;
    pthread_mutex_unlock(&m0);
    pthread_mutex_lock(&m0);
    r0 = p0;
    r1 = q0;
    assert(r0 != r1);    //~ unsafe(3)
    r2 = !(r3 && r1);
    r3 = !(r1 && r3);
    r2 = !r0;
    r2 = r2 && !r0;
    r3 = !r2;
    r2 = r0 && !r1;
    r3 = !r0;
    r2 = r1 && !r3;
    r3 = r1 != r3;
    r3 = r0 != r2;
    r2 = r1 == r2;
    r3 = r2 && !r1;
    r2 = r2 || r0;
    r3 = !(r2 && r1);
    r2 = r0 == r3;
    r2 = r3 == r0;
    r3 = r0 != r2;
    r3 = !(r1 && r3);
    r3 = !r1;
    r3 = r0 || r2;
    r2 = r3 && !r0;
    r2 = r2 != r3;
    r2 = r1 == r3;
    r2 = r2 && !r3;
    r2 = !r3;
    r3 = r1 || r3;
    p0 = r3;
    q0 = !r3;
    pthread_mutex_unlock(&m0);
    return arg;
}

void *thread3(void *arg)
{
    bool r0 = false, r1 = false, r2 = false, r3 = false;

    pthread_mutex_lock(&m0);
    r0 = p1;
    r1 = q1;
    assert(r0 != r1);    //~ safe
    r2 = r0 == r3;
    r2 = !r1;
    r2 = !(r1 && r3);
    r3 = r3 || r2;
    r2 = r0 && !r1;
    r3 = !r1;
    r2 = r1 || r3;
    r3 = r3 != r2;
    r3 = r0 || r3;
    r3 = !r0;
    r3 = r0 && !r1;
    r3 = r0 == r1;
    r3 = r1 || r3;
    r2 = !(r2 && r1);
    r3 = !r0;
    r3 = r0 && !r2;
    r2 = !r1;
    r3 = r0 && !r3;
    r2 = !(r3 && r1);
    r2 = r3 != r0;
    r2 = r2 && !r0;
    r2 = r1 && !r3;
    r3 = r2 != r3;
    r2 = r0 || r3;
    r3 = !(r3 && r0);
    r3 = !(r0 && r1);
    p1 = r2;
    q1 = !r2;
    pthread_mutex_unlock(&m0);
    pthread_mutex_lock(&m0);
    r0 = p0;
    r1 = q0;
    assert(r0 != r1);    //~ unsafe(4)
    r3 = !(r0 && r3);
    r2 = r3 || r2;
    r3 = r0 != r1;
    r2 = !r3;
    r2 = r1 != r3;
    r2 = r0 != r1;
    r3 = r3 || r0;
    r3 = r3 && !r1;
    r3 = r0 && !r3;
    r3 = r0 && !r2;
    r2 = r3 == r0;
    r3 = !r0;
    r3 = r3 || r0;
    r2 = r0 && !r1;
    r2 = !r1;
    r3 = !r1;
    r3 = !(r1 && r0);
    r2 = r0 && !r1;
    r3 = !r3;
    r3 = r3 || r2;
    r2 = !(r1 && r3);
    r3 = r0 || r2;
    r2 = r1 && !r3;
    r3 = r0 || r3;
    r2 = !(r1 && r3);
    r3 = !r1;
    p0 = r2;
    q0 = !r2;
    pthread_mutex_unlock(&m0);
    pthread_mutex_lock(&m0);
    r0 = p1;
    r1 = q1;
    assert(r0 != r1);    //~ safe
    r3 = r2 && !r1;
    r3 = r0 == r1;
    r3 = r3 || r1;
    r3 = r0 && !r2;
    r3 = r1 && !r2;
    r3 = r2 != r3;
    r3 = r1 && !r3;
    r2 = !(r3 && r0);
    r2 = r3 == r0;
    r3 = r0 || r3;
    r3 = !r2;
    r2 = !r3;
    r3 = r2 != r0;
    r2 = r1 == r2;
    r3 = r2 || r3;
    r2 = r1 == r2;
    r2 = r2 && !r3;
    r3 = r3 == r0;
    r3 = r0 && !r3;
    r3 = !(r3 && r2);
    r2 = r1 == r2;
    r2 = r0 && !r2;
    r3 = !r0;
    r3 = r0 && !r2;
    r3 = r3 != r1;
    r2 = !r2;
    p1 = r3;
    q1 = !r3;
    pthread_mutex_unlock(&m0);
    return arg;
}

void *thread4(void *arg)
{
    bool r0 = false, r1 = false, r2 = false, r3 = false;

    pthread_mutex_lock(&m0);
    r0 = p0;
    r1 = q0;
    assert(r0 != r1);    //~ unsafe(4)
    r2 = r3 == r1;
    r3 = !(r1 && r3);
    r2 = r1 || r3;
    r3 = r2 != r0;
    r2 = r3 || r0;
    r3 = !(r3 && r0);
    r2 = r2 != r0;
    r3 = !(r2 && r3);
    r2 = r1 == r2;
    r3 = !r1;
    r2 = r2 || r3;
    r3 = !(r2 && r1);
    r2 = r2 && !r1;
    r2 = r0 && !r1;
    r2 = r2 && !r3;
    r3 = r3 == r0;
    r3 = !r2;
    r2 = !r0;
    r3 = r2 && !r1;
    r2 = r0 || r1;
    r3 = r0 && !r3;
    r2 = r3 || r1;
    r3 = r3 == r0;
    r3 = !r0;
    r3 = r0 && !r1;
    r2 = !(r1 && r0);
    p0 = r2;
    q0 = !r2;
    pthread_mutex_unlock(&m0);
    pthread_mutex_lock(&m0);
    r0 = p1;
    r1 = q1;
    assert(r0 != r1);    //~ safe
    r3 = r0 != r2;
    r3 = !(r0 && r1);
    r2 = r3 || r1;
    r2 = r1 || r3;
    r2 = r2 || r3;
    r3 = !r2;
    r3 = !r3;
    r3 = r1 != r2;
    r2 = r3 || r1;
    r2 = r1 != r3;
    r2 = r1 || r0;
    r3 = !r0;
    r2 = r3 == r2;
    r3 = !(r3 && r0);
    r3 = r2 == r3;
    r2 = r0 || r2;
    r3 = r0 == r1;
    r3 = !(r3 && r2);
    r3 = r2 || r0;
    r3 = !r3;
    r2 = r1 == r3;
    r3 = r0 || r3;
    r3 = r2 != r1;
    r3 = r3 == r1;
    r3 = r0 == r3;
    r3 = r0 != r2;
    p1 = r3;
    q1 = !r3;
    pthread_mutex_unlock(&m0);
    pthread_mutex_lock(&m0);
    r0 = p0;
    r1 = q0;
    assert(r0 != r1);    //~ unsafe(4)
    r2 = r0 != r3;
    r2 = r0 || r2;
    r2 = r1 == r2;
    r2 = r3 != r2;
    r2 = r3 == r2;
    r2 = r2 == r0;
    r2 = r1 == r2;
    r3 = r2 || r1;
    r3 = r0 == r1;
    r2 = r0 || r1;
    r3 = r3 && !r0;
    r2 = r1 || r0;
    r3 = r3 != r1;
    r2 = r2 && !r3;
    r2 = r3 && !r2;
    r2 = r3 && !r2;
    r2 = !(r2 && r0);
    r2 = r2 || r0;
    r2 = r3 != r0;
    r2 = r0 == r1;
    r2 = r3 && !r1;
    r2 = r3 || r2;
    r3 = r1 || r3;
    r3 = r3 != r0;
    r3 = r1 && !r2;
    r3 = r1 == r3;
    p0 = r3;
    q0 = !r3;
    pthread_mutex_unlock(&m0);
    return arg;
}

int main(void)
{
    pthread_t t[4];

    pthread_create(&t[0], NULL, thread0, NULL);
    pthread_create(&t[1], NULL, thread1, NULL);
    pthread_create(&t[2], NULL, thread2, NULL);
    pthread_create(&t[3], NULL, thread3, NULL);
    thread4(NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(p0 != q0);    //~ safe
    assert(p1 != q1);    //~ safe
    return 0;
}
