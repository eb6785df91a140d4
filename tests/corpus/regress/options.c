/* `getopt` gives the letters that it is asked for, or says that there are no more. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int total;

static void *add(void *arg)
{
    total++;
    return arg;
}

int main(int argc, char **argv)
{
    int c, n = 1;
    while ((c = getopt(argc, argv, "n:v")) != -1) {
        switch (c) {
        case 'n':
            n = atoi(optarg);
            break;
        case 'v':
        case '?':
        case ':':
            break;
        default:
            assert(0); //~ safe
        }
    }
    assert(optind >= 1); //~ safe
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(total == 2); //~ unsafe(2)
    assert(n != 5); //~ unsafe(2)
    return 0;
}
