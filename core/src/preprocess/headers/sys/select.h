#ifndef __BRAID_SYS_SELECT_H
#define __BRAID_SYS_SELECT_H

#include <sys/types.h>
#include <sys/time.h>

#define FD_SETSIZE 1024
typedef struct { unsigned long bits[FD_SETSIZE / 64]; } fd_set;

extern void FD_ZERO(fd_set *set);
extern void FD_SET(int file, fd_set *set);
extern void FD_CLR(int file, fd_set *set);
extern int FD_ISSET(int file, const fd_set *set);
extern int select(int limit, fd_set *reading, fd_set *writing, fd_set *failing, struct timeval *patience);

#endif
