#ifndef __BRAID_STRINGS_H
#define __BRAID_STRINGS_H

#include <stddef.h>

extern int strcasecmp(const char *a, const char *b);
extern int strncasecmp(const char *a, const char *b, size_t most);
extern void bzero(void *block, size_t size);
extern void bcopy(const void *from, void *to, size_t size);
extern int bcmp(const void *a, const void *b, size_t size);
extern char *index(const char *text, int c);
extern char *rindex(const char *text, int c);
extern int ffs(int value);

#endif
