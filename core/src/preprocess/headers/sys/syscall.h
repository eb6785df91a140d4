#ifndef __BRAID_SYS_SYSCALL_H
#define __BRAID_SYS_SYSCALL_H

#define SYS_gettid 186
#define SYS_futex 202

extern long syscall(long number, ...);

#endif
