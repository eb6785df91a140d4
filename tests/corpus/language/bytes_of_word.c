// Two threads write bytes of one word, each its own, without a lock: bytes are memory locations of their own.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t word;
    uint8_t bytes[4];
    struct { uint16_t low, high; } half;
} shared;

static void *low(void *unused)
{
    (void)unused;
    shared.half.low = 0x1122;
    return 0;
}

static void *high(void *unused)
{
    (void)unused;
    shared.bytes[2]++;
    shared.bytes[3] = 0x44;
    return 0;
}

int main(void)
{
    pthread_t a, b;

    shared.word = 0x20000;
    pthread_create(&a, 0, low, 0);
    pthread_create(&b, 0, high, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(shared.word == 0x44031122); //~ safe
    return 0;
}
