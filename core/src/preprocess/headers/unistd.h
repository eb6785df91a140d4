#ifndef __BRAID_UNISTD_H
#define __BRAID_UNISTD_H

#include <bits/types.h>

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_ARG_MAX 0
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE _SC_PAGESIZE
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif

extern char **environ;

extern unsigned int sleep(unsigned int seconds);
extern int usleep(useconds_t microseconds);
extern ssize_t read(int file, void *buffer, size_t size);
extern ssize_t write(int file, const void *buffer, size_t size);
extern ssize_t pread(int file, void *buffer, size_t size, off_t offset);
extern ssize_t pwrite(int file, const void *buffer, size_t size, off_t offset);
extern int close(int file);
extern off_t lseek(int file, off_t offset, int whence);
extern int dup(int file);
extern int dup2(int old, int file);
extern int pipe(int files[2]);
extern int pipe2(int files[2], int flags);
extern int fsync(int file);
extern int fdatasync(int file);
extern int ftruncate(int file, off_t size);
extern int truncate(const char *path, off_t size);
extern int isatty(int file);
extern int access(const char *path, int mode);
extern int unlink(const char *path);
extern int rmdir(const char *path);
extern int link(const char *old, const char *path);
extern int symlink(const char *target, const char *path);
extern ssize_t readlink(const char *path, char *result, size_t size);
extern int chdir(const char *path);
extern int chown(const char *path, uid_t user, gid_t group);
extern char *getcwd(char *buffer, size_t size);
extern int gethostname(char *name, size_t size);
extern pid_t getpid(void);
extern pid_t getppid(void);
extern pid_t gettid(void);
extern pid_t setsid(void);
extern uid_t getuid(void);
extern uid_t geteuid(void);
extern gid_t getgid(void);
extern gid_t getegid(void);
extern int setuid(uid_t user);
extern int setgid(gid_t group);
extern int nice(int increment);
extern pid_t fork(void);
extern pid_t vfork(void);
extern int execv(const char *path, char *const args[]);
extern int execve(const char *path, char *const args[], char *const environment[]);
extern int execvp(const char *file, char *const args[]);
extern int execl(const char *path, const char *arg, ...);
extern int execlp(const char *file, const char *arg, ...);
extern int execle(const char *path, const char *arg, ...);
extern int pause(void);
extern unsigned int alarm(unsigned int seconds);
extern int getpagesize(void);
extern void *sbrk(intptr_t increment);
extern void sync(void);
extern long syscall(long number, ...);
extern long sysconf(int name);
extern void _exit(int status) __attribute__((noreturn));

#include <getopt.h>

#endif
