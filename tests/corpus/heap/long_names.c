// Names of any length are copied to the heap; each thread greets with its own copy.
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
    assert(name[0] == 'B' || name[0] == 'C'); //~ safe
    name[0] = 'b';
    size_t len = strlen(name);
    assert(len > 8); //~ safe
    free(name);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, greet, copy("Bartholomew"));
    pthread_create(&b, 0, greet, copy("Cunningham"));
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
