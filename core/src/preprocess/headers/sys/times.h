#ifndef __BRAID_SYS_TIMES_H
#define __BRAID_SYS_TIMES_H

#include <time.h>

struct tms { clock_t tms_utime, tms_stime, tms_cutime, tms_cstime; };

extern clock_t times(struct tms *result);

#endif
