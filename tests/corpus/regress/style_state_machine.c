/* X-macro enums, switch with fallthrough, static locals, string tables, ternaries, comma operators, goto out */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <limits.h>
#define STATES(X) X(IDLE) X(ARMED) X(FIRED) X(DONE)
#define AS_ENUM(s) ST_##s,
#define AS_STR(s) [ST_##s] = #s,
typedef enum { STATES(AS_ENUM) ST_COUNT } state_e;
static const char *const names[ST_COUNT] = { STATES(AS_STR) };
static struct { state_e st; unsigned char n; signed short trips; pthread_mutex_t mu; } m = { .mu = PTHREAD_MUTEX_INITIALIZER };
static int step(void)
{
    static int calls;
    int ret = 0;
    if (pthread_mutex_lock(&m.mu) != 0) goto out;
    calls++;
    switch (m.st) {
    case ST_IDLE: m.st = ST_ARMED; break;
    case ST_ARMED: m.n++; /* fall through */
    case ST_FIRED: m.st = (m.n > 1) ? ST_DONE : ST_FIRED; m.trips += 1; break;
    default: ret = -1, m.trips = SHRT_MAX; break;
    }
    assert(m.st < ST_COUNT && names[m.st] != NULL); //~ safe
    assert(calls >= 1); //~ safe
    pthread_mutex_unlock(&m.mu);
out:
    return ret;
}
static void *actor(void *u) { (void)u; for (int k = 2; k-- > 0;) step(); return NULL; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, actor, 0), pthread_create(&b, 0, actor, 0);
    pthread_join(a, 0), pthread_join(b, 0);
    printf("%s\n", names[m.st]);
    assert(m.st == ST_FIRED && m.trips == 3); //~ safe
    return 0;
}
