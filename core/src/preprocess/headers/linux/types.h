#ifndef __BRAID_LINUX_TYPES_H
#define __BRAID_LINUX_TYPES_H

#include <stdint.h>

typedef int8_t __s8;
typedef uint8_t __u8;
typedef int16_t __s16;
typedef uint16_t __u16;
typedef int32_t __s32;
typedef uint32_t __u32;
typedef long long __s64;
typedef unsigned long long __u64;

#endif
