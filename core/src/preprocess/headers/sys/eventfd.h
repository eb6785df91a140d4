#ifndef __BRAID_SYS_EVENTFD_H
#define __BRAID_SYS_EVENTFD_H

#include <stdint.h>

typedef uint64_t eventfd_t;

#define EFD_SEMAPHORE 1
#define EFD_NONBLOCK 04000
#define EFD_CLOEXEC 02000000

extern int eventfd(unsigned int initial, int flags);
extern int eventfd_read(int file, eventfd_t *value);
extern int eventfd_write(int file, eventfd_t value);

#endif
