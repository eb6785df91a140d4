#ifndef __BRAID_LIBGEN_H
#define __BRAID_LIBGEN_H

extern char *basename(char *path);
extern char *dirname(char *path);

#endif
