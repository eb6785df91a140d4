#ifndef __BRAID_FCNTL_H
#define __BRAID_FCNTL_H

#include <sys/types.h>

#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000

extern int open(const char *path, int flags, ...);
extern int fcntl(int file, int command, ...);

#endif
