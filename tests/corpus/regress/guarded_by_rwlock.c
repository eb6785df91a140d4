// A read-write lock as a guard: held in any way for reading, held for writing for writing.
#include <pthread.h>

#define GUARDED_BY(lock) __attribute__((guarded_by(lock)))

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value GUARDED_BY(lock);

struct table {
    pthread_rwlock_t lock;
    int size GUARDED_BY(lock);
} table;

void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int seen = value;
    value = seen + 1;                          //~ unsafe(1)
    pthread_rwlock_unlock(&lock);
    seen = value;                              //~ unsafe(1)
    return NULL;
}

void *writer(void *arg) {
    pthread_rwlock_wrlock(&lock);
    value = 1;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_rdlock(&table.lock);
    int size = table.size;
    table.size = size;                         //~ unsafe(2)
    pthread_rwlock_unlock(&table.lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
