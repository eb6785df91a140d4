#ifndef __BRAID_SYS_PARAM_H
#define __BRAID_SYS_PARAM_H

#include <endian.h>
#include <limits.h>
#include <sys/types.h>

#define MAXPATHLEN 4096
#define MAXHOSTNAMELEN 64
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) ((((x) + ((y) - 1)) / (y)) * (y))

#endif
