#ifndef __BRAID_SYS_TIME_H
#define __BRAID_SYS_TIME_H

#include <time.h>

typedef long suseconds_t;
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };

extern int gettimeofday(struct timeval *now, void *zone);

#endif
