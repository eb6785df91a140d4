#ifndef __BRAID_SYS_SYSCALL_H
#define __BRAID_SYS_SYSCALL_H

#define SYS_read 0
#define SYS_write 1
#define SYS_open 2
#define SYS_close 3
#define SYS_getpid 39
#define SYS_exit 60
#define SYS_gettid 186
#define SYS_futex 202
#define SYS_tgkill 234
#define SYS_getrandom 318
#define SYS_membarrier 324
#define __NR_read SYS_read
#define __NR_write SYS_write
#define __NR_getpid SYS_getpid
#define __NR_gettid SYS_gettid
#define __NR_futex SYS_futex
#define __NR_getrandom SYS_getrandom
#define __NR_membarrier SYS_membarrier

#include <bits/futex.h>

extern long syscall(long number, ...);
extern int gettid(void);
extern int getpid(void);

#endif
