#ifndef __BRAID_SYS_RANDOM_H
#define __BRAID_SYS_RANDOM_H

#include <sys/types.h>

#define GRND_NONBLOCK 1
#define GRND_RANDOM 2

extern ssize_t getrandom(void *buffer, size_t size, unsigned int flags);
extern int getentropy(void *buffer, size_t size);

#endif
