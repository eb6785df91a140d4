#ifndef __BRAID_SYS_RESOURCE_H
#define __BRAID_SYS_RESOURCE_H

#include <sys/time.h>
#include <sys/types.h>

typedef unsigned long rlim_t;
struct rlimit { rlim_t rlim_cur, rlim_max; };
struct rusage {
    struct timeval ru_utime, ru_stime;
    long ru_maxrss, ru_minflt, ru_majflt, ru_inblock, ru_oublock, ru_nvcsw, ru_nivcsw;
};

#define RLIM_INFINITY (~0ul)
#define RLIMIT_CPU 0
#define RLIMIT_FSIZE 1
#define RLIMIT_DATA 2
#define RLIMIT_STACK 3
#define RLIMIT_CORE 4
#define RLIMIT_NPROC 6
#define RLIMIT_NOFILE 7
#define RLIMIT_MEMLOCK 8
#define RLIMIT_AS 9
#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)
#define RUSAGE_THREAD 1
#define PRIO_PROCESS 0

extern int getrlimit(int resource, struct rlimit *limit);
extern int setrlimit(int resource, const struct rlimit *limit);
extern int getrusage(int who, struct rusage *usage);
extern int getpriority(int which, unsigned int who);
extern int setpriority(int which, unsigned int who, int priority);

#endif
