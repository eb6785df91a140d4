#ifndef __BRAID_SYS_STAT_H
#define __BRAID_SYS_STAT_H

#include <sys/types.h>

#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFCHR 0020000
#define S_IFREG 0100000
#define S_IFIFO 0010000
#define S_IFLNK 0120000
#define S_IFSOCK 0140000
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISCHR(mode) (((mode) & S_IFMT) == S_IFCHR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_ISFIFO(mode) (((mode) & S_IFMT) == S_IFIFO)
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define S_ISSOCK(mode) (((mode) & S_IFMT) == S_IFSOCK)
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IXGRP 0010
#define S_IRWXG 0070
#define S_IROTH 0004
#define S_IWOTH 0002
#define S_IXOTH 0001
#define S_IRWXO 0007

struct stat {
    dev_t st_dev;
    ino_t st_ino;
    mode_t st_mode;
    unsigned long st_nlink;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    off_t st_size;
    long st_blksize, st_blocks;
    time_t st_atime, st_mtime, st_ctime;
};

extern int stat(const char *path, struct stat *result);
extern int fstat(int file, struct stat *result);
extern int lstat(const char *path, struct stat *result);
extern int chmod(const char *path, mode_t mode);
extern int fchmod(int file, mode_t mode);
extern mode_t umask(mode_t mask);
extern int mkfifo(const char *path, mode_t mode);
extern int mkdir(const char *path, mode_t mode);

#endif
