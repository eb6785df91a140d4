/* Twin of queue.c: whoever takes the item tells those who wait for one; least threads: 1 */
#include <assert.h>
#include <pthread.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t not_full, not_empty;
    int count, item;
};

static void queue_init(struct queue *q)
{
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->not_full, NULL);
    pthread_cond_init(&q->not_empty, NULL);
    q->count = 0;
}

static void put(struct queue *q, int item)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == 1)
        pthread_cond_wait(&q->not_full, &q->lock);
    q->item = item;
    q->count++;
    pthread_cond_signal(&q->not_empty);
    pthread_mutex_unlock(&q->lock);
}

static int get(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->count == 0)
        pthread_cond_wait(&q->not_empty, &q->lock);    //~ deadlock(1)
    int item = q->item;
    q->count--;
    pthread_cond_signal(&q->not_empty);
    pthread_mutex_unlock(&q->lock);
    return item;
}

static struct queue work;

static void *producer(void *arg)
{
    put(&work, 1);
    put(&work, 2);
    return arg;
}

int main(void)
{
    pthread_t p;
    queue_init(&work);
    pthread_create(&p, NULL, producer, NULL);
    int first = get(&work);
    int second = get(&work);
    pthread_join(p, NULL);
    assert(first == 1 && second == 2);    //~ safe
    return 0;
}
