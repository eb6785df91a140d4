#ifndef __BRAID_UTIME_H
#define __BRAID_UTIME_H

#include <sys/types.h>

struct utimbuf { time_t actime, modtime; };

extern int utime(const char *path, const struct utimbuf *times);

#endif
