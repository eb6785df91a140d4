#ifndef __BRAID_SYS_UNISTD_H
#define __BRAID_SYS_UNISTD_H

#include <unistd.h>

#endif
