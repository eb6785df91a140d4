// Both threads greet with the same copy, which the first to finish changes.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *name)
{
    char *new = malloc(strlen(name) + 1);
    strcpy(new, name);
    return new;
}

static void *greet(void *arg)
{
    char *name = arg;
    assert(name[0] == 'B' || name[0] == 'C'); //~ unsafe(2)
    name[0] = 'b'; //~ unsafe(2)
    size_t len = strlen(name); //~ unsafe(2)
    assert(len > 8); //~ unknown, truly safe: an operation before it is undefined
    free(name); //~ unsafe(2)
    return 0;
}

int main(void)
{
    pthread_t a, b;
    char *name = copy("Bartholomew");
    pthread_create(&a, 0, greet, name);
    pthread_create(&b, 0, greet, name);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
