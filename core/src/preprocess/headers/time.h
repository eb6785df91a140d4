#ifndef __BRAID_TIME_H
#define __BRAID_TIME_H

#include <bits/types.h>

struct timespec { time_t tv_sec; long tv_nsec; };
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};

struct itimerspec { struct timespec it_interval, it_value; };

#define TIMER_ABSTIME 1
#define TIME_UTC 1
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7

/* The clock says anything. */
extern time_t __braid_seconds(void);
extern long __braid_nanoseconds(void);
time_t time(time_t *result) {
    time_t __now = __braid_seconds();
    if (result) *result = __now;
    return __now;
}
int clock_gettime(clockid_t clock, struct timespec *result) {
    result->tv_sec = __braid_seconds();
    result->tv_nsec = __braid_nanoseconds();
    return 0;
}
extern clock_t clock(void);
extern double difftime(time_t late, time_t early);
extern struct tm *localtime(const time_t *moment);
extern struct tm *gmtime(const time_t *moment);
extern time_t mktime(struct tm *parts);
extern int clock_getres(clockid_t clock, struct timespec *result);
extern int clock_settime(clockid_t clock, const struct timespec *now);
extern int timespec_get(struct timespec *result, int base);
extern int nanosleep(const struct timespec *span, struct timespec *rest);
extern int clock_nanosleep(clockid_t clock, int flags, const struct timespec *span, struct timespec *rest);
extern struct tm *localtime_r(const time_t *moment, struct tm *result);
extern struct tm *gmtime_r(const time_t *moment, struct tm *result);
extern size_t strftime(char *buffer, size_t size, const char *format, const struct tm *parts);
extern char *ctime(const time_t *moment);
extern char *ctime_r(const time_t *moment, char *buffer);
extern char *asctime(const struct tm *parts);
extern void tzset(void);

#endif
