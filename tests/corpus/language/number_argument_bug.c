// Too large a number is not refused, and the lock is left out.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static const char *program;
static int count;

static long number(const char *text, long low)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < low)
        exit(2);
    return value;
}

static void *counter(void *unused)
{
    (void)unused;
    count++;
    return 0;
}

int main(int argc, char **argv)
{
    long n = 1;
    program = argv[0];
    if (argc > 1)
        n = number(argv[1], 1);
    assert(n >= 1 && n <= 2); //~ unknown, truly unsafe: which number goes with which character behind it is not known
    pthread_t a, b;
    pthread_create(&a, 0, counter, 0);
    pthread_create(&b, 0, counter, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2); //~ unsafe(2)
    return 0;
}
