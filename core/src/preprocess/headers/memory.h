#ifndef __BRAID_MEMORY_H
#define __BRAID_MEMORY_H

#include <string.h>

#endif
