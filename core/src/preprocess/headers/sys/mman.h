#ifndef __BRAID_SYS_MMAN_H
#define __BRAID_SYS_MMAN_H

#include <sys/types.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON MAP_ANONYMOUS
#define MAP_POPULATE 0x8000
#define MAP_FAILED ((void *)-1)
#define MS_ASYNC 1
#define MS_SYNC 4
#define MADV_DONTNEED 4
#define MCL_CURRENT 1
#define MCL_FUTURE 2

extern void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
extern int munmap(void *address, size_t size);
extern int mprotect(void *address, size_t size, int protection);
extern int msync(void *address, size_t size, int flags);
extern int madvise(void *address, size_t size, int advice);
extern int mlock(const void *address, size_t size);
extern int munlock(const void *address, size_t size);
extern int mlockall(int flags);
extern int munlockall(void);
extern int shm_open(const char *name, int flags, mode_t mode);
extern int shm_unlink(const char *name);

#endif
