/* Twin of scull.c: opening truncates before it has the semaphore; least threads: 3 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define QUANTUM 2

struct scull_dev {
    sem_t sem;
    char data[QUANTUM];
    int size;
    int opened;
};

static struct scull_dev device;

static void scull_trim(struct scull_dev *dev)
{
    for (int i = 0; i < QUANTUM; i++)
        dev->data[i] = 0;
    dev->size = 0;
}

static int scull_open(struct scull_dev *dev, int writing)
{
    if (writing)
        scull_trim(dev);
    if (sem_wait(&dev->sem))
        return -EINTR;
    dev->opened++;
    sem_post(&dev->sem);
    return 0;
}

static int scull_write(struct scull_dev *dev, char c)
{
    int ret = 0;
    if (sem_wait(&dev->sem))
        return -EINTR;
    if (dev->size < QUANTUM) {
        dev->data[dev->size] = c;
        dev->size++;
        ret = 1;
    }
    sem_post(&dev->sem);
    return ret;
}

static int scull_read(struct scull_dev *dev, int pos, char *c)
{
    int ret = 0;
    if (sem_wait(&dev->sem))
        return -EINTR;
    assert(dev->size <= QUANTUM);    //~ safe
    if (pos < dev->size) {
        *c = dev->data[pos];
        ret = 1;
    }
    sem_post(&dev->sem);
    return ret;
}

static void *writer(void *arg)
{
    (void)arg;
    if (scull_open(&device, 1) == 0) {
        scull_write(&device, 'a');
        scull_write(&device, 'b');
    }
    return NULL;
}

static void *reader(void *arg)
{
    char c = 0;
    (void)arg;
    if (scull_open(&device, 0) == 0 && scull_read(&device, 0, &c) == 1)
        assert(c == 'a' || c == 'b');    //~ unsafe(3)
    return NULL;
}

int main(void)
{
    pthread_t w1, w2, r;

    sem_init(&device.sem, 0, 1);
    pthread_create(&w1, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&w2, NULL, writer, NULL);
    pthread_join(w1, NULL);
    pthread_join(w2, NULL);
    pthread_join(r, NULL);
    assert(device.opened == 3);    //~ safe
    return 0;
}
