#ifndef __BRAID_SYS_SIGNAL_H
#define __BRAID_SYS_SIGNAL_H

#include <signal.h>

#endif
