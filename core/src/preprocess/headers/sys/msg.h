#ifndef __BRAID_SYS_MSG_H
#define __BRAID_SYS_MSG_H

#include <sys/ipc.h>

struct msqid_ds { unsigned long msg_qnum, msg_qbytes; pid_t msg_lspid, msg_lrpid; };

#define MSG_NOERROR 010000

extern int msgget(key_t key, int flags);
extern int msgsnd(int id, const void *message, size_t size, int flags);
extern ssize_t msgrcv(int id, void *message, size_t size, long type, int flags);
extern int msgctl(int id, int command, struct msqid_ds *data);

#endif
