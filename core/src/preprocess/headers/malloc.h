#ifndef __BRAID_MALLOC_H
#define __BRAID_MALLOC_H

#include <stdlib.h>

extern void *memalign(size_t alignment, size_t size);
extern void *valloc(size_t size);
extern size_t malloc_usable_size(void *block);
extern int malloc_trim(size_t pad);

#endif
