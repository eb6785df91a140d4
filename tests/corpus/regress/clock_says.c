/* The clock says the same to the variable and to the caller, and a second has so many nanoseconds. */
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void)
{
    time_t a, b = time(&a);
    assert(a == b); //~ safe
    assert(b != 7); //~ unsafe
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    assert(t.tv_nsec >= 0 && t.tv_nsec < 1000000000L); //~ safe
    struct timeval v;
    gettimeofday(&v, NULL);
    assert(v.tv_usec != 999999); //~ unsafe
    struct tm parts = {.tm_mday = 40, .tm_year = 100};
    mktime(&parts);
    assert(parts.tm_mday == 40); //~ unknown, truly unsafe: what is written is not followed
    return 0;
}
