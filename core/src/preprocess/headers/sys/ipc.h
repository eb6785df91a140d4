#ifndef __BRAID_SYS_IPC_H
#define __BRAID_SYS_IPC_H

#include <sys/types.h>

#define IPC_PRIVATE ((key_t)0)
#define IPC_CREAT 01000
#define IPC_EXCL 02000
#define IPC_NOWAIT 04000
#define IPC_RMID 0
#define IPC_SET 1
#define IPC_STAT 2

extern key_t ftok(const char *path, int number);

#endif
