/* Characters that nobody looks at need no values: each of these took minutes. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_key_t key;

static void *own_buffer(void *arg)
{
    char *buffer = pthread_getspecific(key);
    if (buffer == NULL) {
        buffer = malloc(16);
        if (!buffer)
            exit(1);
        pthread_setspecific(key, buffer);
    }
    buffer[0] = 'p';
    assert(buffer[0] == 'p'); //~ safe
    return arg;
}

int main(void)
{
    char *copy = strdup("hey");
    if (!copy)
        return 1;
    assert(copy[0] == 'h'); //~ safe
    free(copy);
    char *part = strndup("perm", 2);
    assert(strcmp(part, "pe") == 0); //~ safe
    free(part);
    char line[64];
    int n = 3;
    fgets(line, sizeof line, stdin);
    snprintf(line, sizeof line, "%d", n);
    puts(line);
    assert(n == 3); //~ safe
    pthread_t t;
    pthread_key_create(&key, free);
    pthread_create(&t, NULL, own_buffer, NULL);
    pthread_join(t, NULL);
    return 0;
}
