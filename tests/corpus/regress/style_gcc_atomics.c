#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdbool.h>
typedef struct { volatile uint32_t state; uint8_t pad[60]; } __attribute__((aligned(64))) cacheline_lock_t;
static cacheline_lock_t lk;
static uint64_t shared __attribute__((aligned(8)));
static inline __attribute__((always_inline)) void cpu_relax(void) { __asm__ __volatile__("pause" ::: "memory"); }
static inline bool lk_try(cacheline_lock_t *l)
{
    uint32_t zero = 0;
    return __atomic_compare_exchange_n(&l->state, &zero, 1u, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}
static inline void lk_lock(cacheline_lock_t *l)
{
    while (__builtin_expect(!lk_try(l), 0))
        while (__atomic_load_n(&l->state, __ATOMIC_RELAXED))
            cpu_relax();
}
static inline void lk_unlock(cacheline_lock_t *l) { __atomic_store_n(&l->state, 0, __ATOMIC_RELEASE); }
static void *thread_main(void *arg)
{
    uintptr_t inc = (uintptr_t)arg;
    lk_lock(&lk);
    uint64_t before = shared;
    shared = before + inc;
    assert(shared - before == inc); //~ safe
    lk_unlock(&lk);
    return 0;
}
int main(void)
{
    pthread_attr_t attr;
    pthread_t tid[2];
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 64 * 1024);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
    for (uintptr_t i = 0; i < 2; ++i)
        pthread_create(&tid[i], &attr, thread_main, (void *)(i + 1));
    pthread_attr_destroy(&attr);
    for (int i = 0; i < 2; ++i)
        pthread_join(tid[i], NULL);
    assert(shared == 3); //~ safe
    return 0;
}
