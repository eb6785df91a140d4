#ifndef __BRAID_SYS_POLL_H
#define __BRAID_SYS_POLL_H

#include <poll.h>

#endif
