/* Addresses of variables that are gone. */
#include <assert.h>
#include <pthread.h>

static int *kept;

static void *reader(void *p)
{
    int v = *(int *)p; //~ unsafe(1)
    assert(v == 9); //~ unknown, truly unsafe: it may be gone
    return NULL;
}

static void start(void)
{
    int local = 9;
    pthread_t t;
    pthread_create(&t, NULL, reader, &local);
}

static void keep(void)
{
    int local = 9;
    kept = &local;
    assert(*kept == 9); //~ safe
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc == 1) {
        keep();
        return *kept; //~ unsafe(0)
    }
    if (argc == 2) {
        int *p = NULL;
        {
            int inner = 1;
            p = &inner;
        }
        return *p; //~ unsafe(0)
    }
    if (argc == 3) {
        int *p = NULL;
        while (1) {
            int inner = 1;
            p = &inner;
            break;
        }
        return *p; //~ unsafe(0)
    }
    if (argc == 4) {
        int *p = NULL;
        {
            int inner = 1;
            p = &inner;
            goto out;
        }
    out:
        return *p; //~ unsafe(0)
    }
    start();
    pthread_exit(NULL);
}
