#ifndef __BRAID_SCHED_H
#define __BRAID_SCHED_H

struct sched_param { int sched_priority; };

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2

#define SCHED_BATCH 3
#define SCHED_IDLE 5

#define CPU_SETSIZE 1024
typedef struct { unsigned long bits[CPU_SETSIZE / 64]; } cpu_set_t;

extern void CPU_ZERO(cpu_set_t *set);
extern void CPU_SET(int processor, cpu_set_t *set);
extern void CPU_CLR(int processor, cpu_set_t *set);
extern int CPU_ISSET(int processor, const cpu_set_t *set);
extern int CPU_COUNT(const cpu_set_t *set);

extern int sched_yield(void);
extern int sched_getcpu(void);
extern int sched_setaffinity(int process, __SIZE_TYPE__ size, const cpu_set_t *set);
extern int sched_getaffinity(int process, __SIZE_TYPE__ size, cpu_set_t *set);
extern int sched_setscheduler(int process, int policy, const struct sched_param *parameters);
extern int sched_getscheduler(int process);
extern int sched_setparam(int process, const struct sched_param *parameters);
extern int sched_get_priority_max(int policy);
extern int sched_get_priority_min(int policy);

#endif
