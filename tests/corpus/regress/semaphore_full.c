// A semaphore does not count beyond SEM_VALUE_MAX.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
static sem_t sem;
int main(void) {
    assert(sem_init(&sem, 0, SEM_VALUE_MAX + 1u) == -1);     //~ safe
    assert(errno == EINVAL);                                 //~ safe
    assert(sem_init(&sem, 0, SEM_VALUE_MAX) == 0);           //~ safe
    assert(sem_post(&sem) == -1 && errno == EOVERFLOW);      //~ safe
    assert(sem_post(&sem) == 0);                             //~ unsafe(0)
}
