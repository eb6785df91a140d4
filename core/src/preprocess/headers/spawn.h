#ifndef __BRAID_SPAWN_H
#define __BRAID_SPAWN_H

#include <sys/types.h>

typedef struct { int flags; } posix_spawnattr_t;
typedef struct { int count; } posix_spawn_file_actions_t;

extern int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attr, char *const args[], char *const environment[]);
extern int posix_spawnp(pid_t *process, const char *file, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attr, char *const args[], char *const environment[]);
extern int posix_spawnattr_init(posix_spawnattr_t *attr);
extern int posix_spawnattr_destroy(posix_spawnattr_t *attr);
extern int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
extern int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
extern int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to);
extern int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int file);

#endif
