// What ordinary programs call besides: output, signals, processors, numbers of threads.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int n_started;

static void *work(void *arg) {
    char name[8] = "worker";
    sigset_t signals;
    cpu_set_t processors;
    (void)arg;
    sigfillset(&signals);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    CPU_ZERO(&processors);
    CPU_SET(0, &processors);
    pthread_setaffinity_np(pthread_self(), sizeof processors, &processors);
    pthread_setname_np(pthread_self(), name);
    unsigned seed = (unsigned)time(NULL) ^ (unsigned)pthread_self();
    pthread_mutex_lock(&mutex);
    int before = n_started++;
    dprintf(2, "%s %u %ld %d\n", name, seed, syscall(SYS_gettid), before);
    assert(n_started == before + 1); //~ safe
    pthread_mutex_unlock(&mutex);
    assert(strcmp(name, "worker") == 0); //~ safe
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    time_t now = time(NULL);
    struct tm *date = localtime(&now);
    assert(date != NULL); //~ safe
    return 0;
}
