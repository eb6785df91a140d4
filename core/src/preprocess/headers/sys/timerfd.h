#ifndef __BRAID_SYS_TIMERFD_H
#define __BRAID_SYS_TIMERFD_H

#include <time.h>

#define TFD_TIMER_ABSTIME 1
#define TFD_NONBLOCK 04000
#define TFD_CLOEXEC 02000000

extern int timerfd_create(int clock, int flags);
extern int timerfd_settime(int file, int flags, const struct itimerspec *value, struct itimerspec *old);
extern int timerfd_gettime(int file, struct itimerspec *value);

#endif
