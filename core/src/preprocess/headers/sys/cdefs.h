#ifndef __BRAID_SYS_CDEFS_H
#define __BRAID_SYS_CDEFS_H

#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __P(args) args
#define __CONCAT(x, y) x ## y
#define __STRING(x) #x
#define __nonnull(params)
#define __wur
#define __restrict_arr

#endif
