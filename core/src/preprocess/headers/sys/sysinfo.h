#ifndef __BRAID_SYS_SYSINFO_H
#define __BRAID_SYS_SYSINFO_H

struct sysinfo { long uptime; unsigned long totalram, freeram; unsigned short procs; };

extern int sysinfo(struct sysinfo *result);
extern int get_nprocs(void);
extern int get_nprocs_conf(void);

#endif
