#ifndef __BRAID_GRP_H
#define __BRAID_GRP_H

#include <sys/types.h>

struct group { char *gr_name, *gr_passwd; gid_t gr_gid; char **gr_mem; };

extern struct group *getgrnam(const char *name);
extern struct group *getgrgid(gid_t group);
extern int setgroups(size_t count, const gid_t *groups);

#endif
