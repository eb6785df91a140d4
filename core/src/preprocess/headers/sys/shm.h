#ifndef __BRAID_SYS_SHM_H
#define __BRAID_SYS_SHM_H

#include <sys/ipc.h>

struct shmid_ds { size_t shm_segsz; pid_t shm_cpid, shm_lpid; unsigned long shm_nattch; };

#define SHM_RDONLY 010000

extern int shmget(key_t key, size_t size, int flags);
extern void *shmat(int id, const void *address, int flags);
extern int shmdt(const void *address);
extern int shmctl(int id, int command, struct shmid_ds *data);

#endif
