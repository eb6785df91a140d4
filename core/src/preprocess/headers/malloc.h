#ifndef __BRAID_MALLOC_H
#define __BRAID_MALLOC_H

#include <stdlib.h>

#endif
