// The second number is put over the last byte of the first one.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static uint8_t frame[12];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(uint8_t *at, uint32_t value) { memcpy(at, &value, sizeof value); }

static uint32_t get(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static void *worker(void *arg) {
    uint32_t id = *(uint32_t *)arg;
    pthread_mutex_lock(&lock);
    put(frame, id);
    put(frame + 3, id * 2);
    assert(get(frame) == id);                   //~ unsafe(1)
    assert(get(frame + 3) == id * 2);           //~ safe
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    uint32_t ids[2] = {7, 900};
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return 0;
}
