// The receiver does not wait for the message.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

struct message {
    uint32_t kind;
    uint16_t length;
    char letter;
};

static unsigned char wire[sizeof(struct message)];
static int full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void *sender(void *arg) {
    struct message out;
    out.kind = 70000;
    out.length = 5;
    out.letter = 'x';
    pthread_mutex_lock(&lock);
    memcpy(wire, &out, sizeof out);
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *receiver(void *arg) {
    struct message in;
    pthread_mutex_lock(&lock);
    memcpy(&in, wire, sizeof in);
    pthread_mutex_unlock(&lock);
    assert(in.kind == 70000);                   //~ unsafe
    assert(in.length == 5);                     //~ safe
    assert(in.letter == 'x');                   //~ safe
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
