// Objects with a class, as in GObject: the base makes them, in the size that the class says.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object;

struct class {
    size_t size;
    void (*init)(struct object *self);
};

struct object {
    const struct class *class;
    int references;
};

struct counter {
    struct object base;
    int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct object *object_new(const struct class *class)
{
    struct object *object = calloc(1, class->size);
    object->class = class;
    object->references = 1;
    class->init(object);
    return object;
}

static void counter_init(struct object *object)
{
    struct counter *counter = (struct counter *)object;
    counter->value = 7;
}

static const struct class counter_class = { sizeof(struct counter), counter_init };

static void *user(void *arg)
{
    struct counter *counter = (struct counter *)arg;
    pthread_mutex_lock(&lock);
    counter->value++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    struct object *object = object_new(&counter_class);
    pthread_t a, b;
    pthread_create(&a, 0, user, object);
    pthread_create(&b, 0, user, object);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(((struct counter *)object)->value == 9); //~ safe
    assert(object->references == 1); //~ safe
    struct object *other = malloc(sizeof(struct counter));
    struct counter *same = (struct counter *)other;
    same->value = 3;
    other->references = 2;
    assert(same->value == 3 && same->base.references == 2); //~ safe
    return 0;
}
