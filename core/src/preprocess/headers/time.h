#ifndef __BRAID_TIME_H
#define __BRAID_TIME_H

#include <stddef.h>

typedef long time_t;
typedef long clock_t;
typedef int clockid_t;

struct timespec { time_t tv_sec; long tv_nsec; };
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};

#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1

extern time_t time(time_t *result);
extern clock_t clock(void);
extern double difftime(time_t late, time_t early);
extern struct tm *localtime(const time_t *moment);
extern struct tm *gmtime(const time_t *moment);
extern time_t mktime(struct tm *parts);
extern int clock_gettime(clockid_t clock, struct timespec *result);
extern int nanosleep(const struct timespec *span, struct timespec *rest);

#endif
