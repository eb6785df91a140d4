// The memory is for the struct up to its array and the characters, without the zero behind them.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct atom {
    int len;
    char text[1];
};

static struct atom *atom;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct atom *intern(const char *text)
{
    size_t len = strlen(text);
    struct atom *new = malloc(offsetof(struct atom, text) + len);
    new->len = (int)len;
    memcpy(new->text, text, len + 1); //~ unsafe(1)
    return new;
}

static void *user(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    if (!atom)
        atom = intern("GET");
    assert(atom->text[2] == 'T'); //~ unknown, truly safe: an operation before it is undefined
    assert(atom->text[atom->len] == 0); //~ unknown, truly safe: an operation before it is undefined
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    struct atom *fixed = malloc(sizeof *fixed + 2);
    fixed->text[2] = 'x';
    assert(fixed->text[2] == 'x'); //~ unknown, truly safe: an operation before it is undefined
    struct atom *empty = malloc(offsetof(struct atom, text) + 1);
    empty->len = 0;
    empty->text[0] = 0;
    assert(empty->text[empty->len] == 0); //~ unknown, truly safe: an operation before it is undefined
    struct atom *two = malloc(2 * sizeof *two);
    two[1].text[0] = 'y';
    assert(two[1].text[0] == 'y'); //~ unknown, truly safe: an operation before it is undefined
    return 0;
}
