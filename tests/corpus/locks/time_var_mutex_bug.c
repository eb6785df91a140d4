/* Twin of time_var_mutex.c: the allocator does not set the busy bit; least threads: 2 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m_inode = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m_busy = PTHREAD_MUTEX_INITIALIZER;
int block;
int busy;
int inode;

void *allocator(void *arg)
{
    pthread_mutex_lock(&m_inode);
    if (inode == 0) {
        inode = 1;
    }
    block = 1;
    assert(block == 1);    //~ unsafe(2)
    pthread_mutex_unlock(&m_inode);
    return arg;
}

void *de_allocator(void *arg)
{
    pthread_mutex_lock(&m_busy);
    if (busy == 0) {
        block = 0;
        assert(block == 0);    //~ unsafe(2)
    }
    pthread_mutex_unlock(&m_busy);
    return arg;
}

int main(void)
{
    pthread_t t1, t2;

    inode = busy;
    pthread_create(&t1, NULL, allocator, NULL);
    pthread_create(&t2, NULL, de_allocator, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
