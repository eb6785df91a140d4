/* What is not modelled says where it is. */
#define _GNU_SOURCE
#include <alloca.h>
#include <pthread.h>
#include <stdlib.h>

static void *run(void *arg)
{
    return arg;
}

int main(int argc, char **argv)
{
    if (argc == 2) {
        pthread_mutexattr_t kind;
        pthread_mutexattr_init(&kind);
        pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST); //~ error[unsupported-construct]
    }
    if (argc == 3) {
        char *p = alloca(argc); //~ error[unsupported-construct]
        *p = 0; //~ error[unsupported-construct]
    }
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    if (argc == 4)
        pthread_tryjoin_np(t, NULL); //~ error[unsupported-construct]
    return 0;
}
