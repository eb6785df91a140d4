#ifndef __BRAID_SYS_TYPES_H
#define __BRAID_SYS_TYPES_H

#include <bits/types.h>

typedef unsigned long ino_t;
typedef unsigned long dev_t;
typedef unsigned long nlink_t;
typedef unsigned int id_t;
typedef int key_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef long loff_t;
typedef void *timer_t;
typedef char *caddr_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;

#endif
