/* Types that several headers define. */
#ifndef __BRAID_BITS_TYPES_H
#define __BRAID_BITS_TYPES_H

#include <stddef.h>
#include <stdint.h>

typedef intptr_t ssize_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int mode_t;
typedef long off_t;
typedef unsigned int useconds_t;
typedef long suseconds_t;
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;

#endif
