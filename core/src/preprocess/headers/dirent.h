#ifndef __BRAID_DIRENT_H
#define __BRAID_DIRENT_H

#include <sys/types.h>

typedef struct __braid_dir DIR;
struct dirent { ino_t d_ino; unsigned char d_type; char d_name[256]; };

#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10

extern DIR *opendir(const char *path);
extern struct dirent *readdir(DIR *stream);
extern int closedir(DIR *stream);
extern void rewinddir(DIR *stream);
extern int dirfd(DIR *stream);

#endif
