/* Each worker gets its own arguments, and frees them. */
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
#include <assert.h>

struct job {
    int id;
    int *out;
};

static int result[2];

static void *run(void *p)
{
    struct job *job = p;
    *job->out = job->id + 1;
    free(job);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        struct job *job = malloc(sizeof *job);
        if (!job) {
            perror("malloc");
            exit(1);
        }
        job->id = i;
        job->out = &result[i];
        pthread_create(&t[i], NULL, run, job);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(result[0] == 1 && result[1] == 2); //~ safe
    return 0;
}
