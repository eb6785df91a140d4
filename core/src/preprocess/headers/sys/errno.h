#ifndef __BRAID_SYS_ERRNO_H
#define __BRAID_SYS_ERRNO_H

#include <errno.h>

#endif
