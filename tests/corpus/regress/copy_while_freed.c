// A struct is copied member by member: whoever sees the first one may free the rest.
#include <pthread.h>
#include <stdlib.h>

struct pair { int first, second; };
struct pair *source;
struct pair target;

void *cleaner(void *arg) {
    while (target.first == 0) {}
    free(source);
    return NULL;
}

int main(void) {
    pthread_t thread;
    source = malloc(sizeof *source);
    source->first = 1;
    source->second = 2;
    pthread_create(&thread, NULL, cleaner, NULL);
    target = *source;                          //~ unsafe(1)
    pthread_join(thread, NULL);
    return 0;
}
