// A device register as a word and as its bit-fields: the driver and the device set fields of their own, under a
// lock, since bit-fields share a memory location.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

typedef union {
    struct {
        uint32_t busy : 1;
        uint32_t error : 3;
        uint32_t count : 4;
        uint32_t unused : 24;
    } bits;
    uint32_t word;
} status_t;

static volatile status_t status;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *device(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    status.bits.error = 5;
    status.bits.count++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;

    status.word = 0x20;
    pthread_create(&thread, 0, device, 0);
    pthread_mutex_lock(&lock);
    status.bits.busy = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    assert(status.bits.busy && status.bits.error == 5); //~ safe
    assert(status.word == 0x3b); //~ safe
    return 0;
}
