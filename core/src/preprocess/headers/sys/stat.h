#ifndef __BRAID_SYS_STAT_H
#define __BRAID_SYS_STAT_H

#include <sys/types.h>

#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IRWXU 0700

struct stat { mode_t st_mode; off_t st_size; };

extern int stat(const char *path, struct stat *result);
extern int fstat(int file, struct stat *result);
extern int mkdir(const char *path, mode_t mode);

#endif
