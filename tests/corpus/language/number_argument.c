// A number on the command line says how often to count; what is no number is refused.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static const char *program;
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long number(const char *text, long low, long high)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < low || value > high)
        exit(2);
    return value;
}

static void *counter(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(int argc, char **argv)
{
    long n = 1;
    program = argv[0];
    if (argc > 1)
        n = number(argv[1], 1, 2);
    assert(n >= 1 && n <= 2); //~ safe
    pthread_t a, b;
    pthread_create(&a, 0, counter, 0);
    pthread_create(&b, 0, counter, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2); //~ safe
    return 0;
}
