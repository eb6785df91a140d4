#ifndef __BRAID_UNISTD_H
#define __BRAID_UNISTD_H

#include <stddef.h>
#include <stdint.h>

typedef intptr_t ssize_t;
typedef int pid_t;
typedef unsigned int useconds_t;

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PAGESIZE 30

extern unsigned int sleep(unsigned int seconds);
extern int usleep(useconds_t microseconds);
extern ssize_t read(int file, void *buffer, size_t size);
extern ssize_t write(int file, const void *buffer, size_t size);
extern int close(int file);
extern pid_t getpid(void);
extern long sysconf(int name);
extern void _exit(int status);

#endif
