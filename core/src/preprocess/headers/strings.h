#ifndef __BRAID_STRINGS_H
#define __BRAID_STRINGS_H

#include <bits/words.h>
#include <stddef.h>

/* As in the "C" locale. */
unsigned char __braid_small(unsigned char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
int strcasecmp(const char *a, const char *b) {
    for (size_t __i = 0;; __i++) {
        unsigned char __x = __braid_small(a[__i]), __y = __braid_small(b[__i]);
        if (__x != __y) return __x < __y ? -1 : 1;
        if (__x == 0) return 0;
    }
}
int strncasecmp(const char *a, const char *b, size_t most) {
    for (size_t __i = 0; __i < most; __i++) {
        unsigned char __x = __braid_small(a[__i]), __y = __braid_small(b[__i]);
        if (__x != __y) return __x < __y ? -1 : 1;
        if (__x == 0) return 0;
    }
    return 0;
}
extern void *memset(void *block, int value, size_t size);
extern void *memmove(void *to, const void *from, size_t size);
extern int memcmp(const void *a, const void *b, size_t size);
extern char *strchr(const char *text, int c);
extern char *strrchr(const char *text, int c);
extern void bzero(void *block, size_t size);
extern void bcopy(const void *from, void *to, size_t size);
extern int bcmp(const void *a, const void *b, size_t size);
char *index(const char *text, int c) { return strchr(text, c); }
char *rindex(const char *text, int c) { return strrchr(text, c); }
#define bzero(block, size) ((void)memset((block), 0, (size)))
#define bcopy(from, to, size) ((void)memmove((to), (from), (size)))
#define bcmp(a, b, size) memcmp((a), (b), (size))
extern int ffs(int value);

#endif
