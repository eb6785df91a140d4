#ifndef __BRAID_ALLOCA_H
#define __BRAID_ALLOCA_H

#include <stddef.h>

extern void *alloca(size_t size);

#endif
