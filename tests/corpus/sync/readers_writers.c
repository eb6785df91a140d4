/* Readers and writers, first solution: the first reader locks the room, the last one opens it; any number of both. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t mutex, room;
static int readcount;
static int writing, reading;

static void *reader(void *arg)
{
    (void)arg;
    sem_wait(&mutex);
    readcount++;
    if (readcount == 1)
        sem_wait(&room);
    reading = 1;
    sem_post(&mutex);

    assert(!writing);    //~ safe

    sem_wait(&mutex);
    readcount--;
    if (readcount == 0) {
        reading = 0;
        sem_post(&room);
    }
    sem_post(&mutex);
    return NULL;
}

static void *writer(void *arg)
{
    (void)arg;
    sem_wait(&room);
    writing = 1;
    assert(!reading);    //~ safe
    writing = 0;
    sem_post(&room);
    return NULL;
}

int main(void)
{
    pthread_t t;

    sem_init(&mutex, 0, 1);
    sem_init(&room, 0, 1);
    for (;;) {
        pthread_create(&t, NULL, reader, NULL);
        pthread_create(&t, NULL, writer, NULL);
    }
}
