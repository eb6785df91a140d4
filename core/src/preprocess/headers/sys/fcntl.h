#ifndef __BRAID_SYS_FCNTL_H
#define __BRAID_SYS_FCNTL_H

#include <fcntl.h>

#endif
