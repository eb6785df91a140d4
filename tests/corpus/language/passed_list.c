// A logger that hands its variable arguments on, and a packet whose contents are copied by a helper that takes `void *`.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packet {
    int refs;
    size_t length;
    unsigned char data[4];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void emit(const char *format, va_list args)
{
    fputs("packets: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

static void tell(int level, const char *format, ...)
{
    va_list args;
    pthread_mutex_lock(&lock);
    va_start(args, format);
    if (level > 0)
        emit(format, args);
    va_end(args);
    lines++;
    pthread_mutex_unlock(&lock);
}

static struct packet *packet(const void *contents, size_t length)
{
    if (length > sizeof ((struct packet *)0)->data)
        return NULL;
    struct packet *new = malloc(sizeof *new);
    if (new == NULL)
        return NULL;
    new->refs = 1;
    new->length = length;
    memcpy(new->data, contents, length);
    return new;
}

static void *receiver(void *arg)
{
    struct packet *packet = arg;
    tell(1, "%zu bytes, the last is %d", packet->length, packet->data[packet->length - 1]);
    return NULL;
}

int main(void)
{
    static const unsigned char payload[] = { 1, 2, 250 };
    pthread_t a, b;
    struct packet *sent = packet(payload, sizeof payload);
    if (sent == NULL)
        return 1;
    pthread_create(&a, NULL, receiver, sent);
    pthread_create(&b, NULL, receiver, sent);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sent->data[2] == 250);    //~ safe
    assert(lines == 2);              //~ safe
    free(sent);
    return 0;
}
