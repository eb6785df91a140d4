#ifndef __BRAID_DLFCN_H
#define __BRAID_DLFCN_H

#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT ((void *)-1)

extern void *dlopen(const char *name, int flags);
extern void *dlsym(void *library, const char *name);
extern int dlclose(void *library);
extern char *dlerror(void);

#endif
