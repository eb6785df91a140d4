#ifndef __BRAID_STDNORETURN_H
#define __BRAID_STDNORETURN_H

#define noreturn _Noreturn

#endif
