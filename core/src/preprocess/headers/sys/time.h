#ifndef __BRAID_SYS_TIME_H
#define __BRAID_SYS_TIME_H

#include <time.h>

struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };

struct itimerval { struct timeval it_interval, it_value; };

#define ITIMER_REAL 0

extern suseconds_t __braid_microseconds(void);
int gettimeofday(struct timeval *now, void *zone) {
    now->tv_sec = __braid_seconds();
    now->tv_usec = __braid_microseconds();
    return 0;
}
extern int setitimer(int which, const struct itimerval *value, struct itimerval *old);
extern int utimes(const char *path, const struct timeval times[2]);

#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timercmp(a, b, op) ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec op (b)->tv_usec : (a)->tv_sec op (b)->tv_sec)

#include <sys/select.h>

#endif
