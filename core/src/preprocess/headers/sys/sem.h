#ifndef __BRAID_SYS_SEM_H
#define __BRAID_SYS_SEM_H

#include <sys/ipc.h>

struct sembuf { unsigned short sem_num; short sem_op, sem_flg; };
struct semid_ds { unsigned long sem_nsems; };

#define SEM_UNDO 0x1000
#define GETPID 11
#define GETVAL 12
#define GETALL 13
#define SETVAL 16
#define SETALL 17

extern int semget(key_t key, int count, int flags);
extern int semop(int id, struct sembuf *operations, size_t count);
extern int semctl(int id, int number, int command, ...);

#endif
