#ifndef __BRAID_SEMAPHORE_H
#define __BRAID_SEMAPHORE_H

#include <errno.h>
#include <time.h>

typedef struct __braid_semaphore { unsigned int value; } sem_t;

#define SEM_VALUE_MAX 2147483647
#define SEM_FAILED ((sem_t *)0)

__attribute__((braid_atomic)) int sem_init(sem_t *sem, int shared, unsigned int value) {
    if (value > SEM_VALUE_MAX) {
        errno = EINVAL;
        return -1;
    }
    sem->value = value;
    return 0;
}
int sem_destroy(sem_t *sem) { return 0; }
__attribute__((braid_atomic)) int sem_wait(sem_t *sem) {
    __braid_await(sem->value != 0);
    sem->value--;
    return 0;
}
__attribute__((braid_atomic)) int sem_trywait(sem_t *sem) {
    if (sem->value == 0) {
        errno = EAGAIN;
        return -1;
    }
    sem->value--;
    return 0;
}
__attribute__((braid_atomic)) int sem_timedwait(sem_t *sem, const struct timespec *until) {
    if (sem->value == 0) {
        errno = ETIMEDOUT;
        return -1;
    }
    sem->value--;
    return 0;
}
__attribute__((braid_atomic)) int sem_post(sem_t *sem) {
    if (sem->value == SEM_VALUE_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    sem->value++;
    return 0;
}
int sem_getvalue(sem_t *sem, int *value) {
    *value = sem->value;
    return 0;
}
extern sem_t *sem_open(const char *name, int flags, ...);
extern int sem_close(sem_t *sem);
extern int sem_unlink(const char *name);

#endif
