#ifndef __BRAID_SYSCALL_H
#define __BRAID_SYSCALL_H

#include <sys/syscall.h>

#endif
