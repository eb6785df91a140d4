#ifndef __BRAID_STRING_H
#define __BRAID_STRING_H

#include <bits/words.h>
#include <stddef.h>
#include <strings.h>

extern void *malloc(size_t size);

extern void *memcpy(void *to, const void *from, size_t size);
extern void *memmove(void *to, const void *from, size_t size);
extern void *mempcpy(void *to, const void *from, size_t size);
extern void *memset(void *block, int value, size_t size);

/* These run as they stand here if all that they are given is characters of the program's own; otherwise they
   write anything to where they write, and return anything. What a comparison returns is -1, 0 or 1 here;
   programs may only look at its sign. Copying between places that overlap is undefined. */
extern void __braid_apart(const void *a, size_t size, const void *b, size_t other_size);
extern void __braid_apart_or_same(const void *a, size_t size, const void *b, size_t other_size);
extern void __braid_room(const void *block, size_t size);
void *__braid_memcpy(void *to, const void *from, size_t size) {
    char *__to = to;
    const char *__from = from;
    __braid_apart_or_same(to, size, from, size);
    for (size_t __i = 0; __i < size; __i++) __to[__i] = __from[__i];
    return to;
}
void *__braid_memset(void *block, int value, size_t size) {
    char *__to = block;
    for (size_t __i = 0; __i < size; __i++) __to[__i] = (char)value;
    return block;
}
/* The same of wider numbers. Of the last one only the first bytes may be meant, which are its low bits. */
#define __BRAID_LOW(n)                                                                                              \
    (n == 1 ? 0xffULL : n == 2 ? 0xffffULL : n == 3 ? 0xffffffULL : n == 4 ? 0xffffffffULL                          \
        : n == 5 ? 0xffffffffffULL : n == 6 ? 0xffffffffffffULL : 0xffffffffffffffULL)
#define __BRAID_WIDE(bits, type)                                                                                    \
    void __braid_part##bits(type *to, unsigned type part, size_t n) {                                               \
        unsigned type __low = (unsigned type)__BRAID_LOW(n);                                                        \
        __braid_room(to, n);                                                                                        \
        *to = (type)(((unsigned type)*to & ~__low) | (part & __low));                                               \
    }                                                                                                               \
    type __braid_part_of##bits(const type *from, size_t n) {                                                        \
        __braid_room(from, n);                                                                                      \
        return *from;                                                                                               \
    }                                                                                                               \
    void *__braid_memcpy##bits(void *to, const void *from, size_t size) {                                           \
        type *__to = to;                                                                                            \
        const type *__from = from;                                                                                  \
        size_t __n = size / sizeof(type), __rest = size % sizeof(type);                                             \
        __braid_apart_or_same(to, size, from, size);                                                                \
        for (size_t __i = 0; __i < __n; __i++) __to[__i] = __from[__i];                                             \
        if (__rest != 0)                                                                                            \
            __braid_part##bits(__to + __n, (unsigned type)__braid_part_of##bits(__from + __n, __rest), __rest);     \
        return to;                                                                                                  \
    }                                                                                                               \
    void *__braid_memset##bits(void *block, int value, size_t size) {                                               \
        type *__to = block;                                                                                         \
        size_t __n = size / sizeof(type), __rest = size % sizeof(type);                                             \
        for (size_t __i = 0; __i < __n; __i++)                                                                      \
            __to[__i] = (type)(0x0101010101010101ULL * (unsigned char)value);                                       \
        if (__rest != 0)                                                                                            \
            __braid_part##bits(__to + __n, (unsigned type)(0x0101010101010101ULL * (unsigned char)value), __rest);  \
        return block;                                                                                               \
    }
__BRAID_WIDE(16, short)
__BRAID_WIDE(32, int)
__BRAID_WIDE(64, long long)
#undef __BRAID_WIDE
#undef __BRAID_LOW
int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *__p = a, *__q = b;
    for (size_t __i = 0; __i < size; __i++) {
        unsigned char __x = __p[__i], __y = __q[__i];
        if (__x != __y) return __x < __y ? -1 : 1;
    }
    return 0;
}
size_t strlen(const char *text) {
    size_t __n = 0;
    while (text[__n] != 0) __n++;
    return __n;
}
size_t strnlen(const char *text, size_t most) {
    size_t __n = 0;
    while (__n < most && text[__n] != 0) __n++;
    return __n;
}
char *strcpy(char *to, const char *from) {
    size_t __i = 0;
    char __c;
    do {
        __c = from[__i];
        to[__i] = __c;
        __i++;
    } while (__c != 0);
    __braid_apart(to, __i, from, __i);
    return to;
}
char *strncpy(char *to, const char *from, size_t most) {
    size_t __i = 0;
    char __c = 1;
    while (__c != 0 && __i < most) {
        __c = from[__i];
        to[__i] = __c;
        __i++;
    }
    __braid_apart(to, most, from, __i);
    for (; __i < most; __i++) to[__i] = 0;
    return to;
}
char *strcat(char *to, const char *from) {
    size_t __n = 0, __i = 0;
    char __c;
    while (to[__n] != 0) __n++;
    do {
        __c = from[__i];
        to[__n + __i] = __c;
        __i++;
    } while (__c != 0);
    __braid_apart(to + __n, __i, from, __i);
    return to;
}
char *strncat(char *to, const char *from, size_t most) {
    size_t __n = 0, __i = 0;
    char __c;
    while (to[__n] != 0) __n++;
    while (__i < most) {
        __c = from[__i];
        if (__c == 0) break;
        to[__n + __i] = __c;
        __i++;
    }
    to[__n + __i] = 0;
    __braid_apart(to + __n, __i + 1, from, __i + (__i < most));
    return to;
}
int strcmp(const char *a, const char *b) {
    for (size_t __i = 0;; __i++) {
        unsigned char __x = a[__i], __y = b[__i];
        if (__x != __y) return __x < __y ? -1 : 1;
        if (__x == 0) return 0;
    }
}
int strncmp(const char *a, const char *b, size_t most) {
    for (size_t __i = 0; __i < most; __i++) {
        unsigned char __x = a[__i], __y = b[__i];
        if (__x != __y) return __x < __y ? -1 : 1;
        if (__x == 0) return 0;
    }
    return 0;
}
char *strchr(const char *text, int c) {
    for (size_t __i = 0;; __i++) {
        char __x = text[__i];
        if (__x == (char)c) return (char *)text + __i;
        if (__x == 0) return NULL;
    }
}
char *strrchr(const char *text, int c) {
    char *__found = NULL;
    for (size_t __i = 0;; __i++) {
        char __x = text[__i];
        if (__x == (char)c) __found = (char *)text + __i;
        if (__x == 0) return __found;
    }
}
void *memchr(const void *block, int value, size_t size) {
    unsigned char *__p = (unsigned char *)block;
    for (size_t __i = 0; __i < size; __i++)
        if (__p[__i] == (unsigned char)value) return __p + __i;
    return NULL;
}
void *memrchr(const void *block, int value, size_t size) {
    unsigned char *__p = (unsigned char *)block;
    for (size_t __i = size; __i > 0; __i--)
        if (__p[__i - 1] == (unsigned char)value) return __p + (__i - 1);
    return NULL;
}
char *stpcpy(char *to, const char *from) {
    size_t __i = 0;
    char __c;
    for (;;) {
        __c = from[__i];
        to[__i] = __c;
        if (__c == 0) break;
        __i++;
    }
    __braid_apart(to, __i + 1, from, __i + 1);
    return to + __i;
}
/* Whether a character is one of a set. */
int __braid_is_among(char c, const char *set) {
    for (size_t __k = 0; set[__k] != 0; __k++)
        if (set[__k] == c) return 1;
    return 0;
}
size_t strspn(const char *text, const char *set) {
    for (size_t __i = 0;; __i++) {
        char __c = text[__i];
        if (__c == 0 || !__braid_is_among(__c, set)) return __i;
    }
}
size_t strcspn(const char *text, const char *set) {
    for (size_t __i = 0;; __i++) {
        char __c = text[__i];
        if (__c == 0 || __braid_is_among(__c, set)) return __i;
    }
}
char *strpbrk(const char *text, const char *set) {
    for (size_t __i = 0;; __i++) {
        char __c = text[__i];
        if (__c == 0) return NULL;
        if (__braid_is_among(__c, set)) return (char *)text + __i;
    }
}
char *strstr(const char *text, const char *part) {
    for (size_t __i = 0;; __i++) {
        for (size_t __k = 0;; __k++) {
            char __c = part[__k];
            if (__c == 0) return (char *)text + __i;
            if (text[__i + __k] != __c) break;
        }
        if (text[__i] == 0) return NULL;
    }
}
/* These keep a place in the text: always followed, since one call depends on the one before. */
char *strtok_r(char *text, const char *separators, char **rest) {
    char *__word = text ? text : *rest;
    while (*__word != 0 && __braid_is_among(*__word, separators)) __word++;
    if (*__word == 0) {
        *rest = __word;
        return NULL;
    }
    char *__end = __word;
    while (*__end != 0 && !__braid_is_among(*__end, separators)) __end++;
    if (*__end != 0) {
        *__end = 0;
        __end++;
    }
    *rest = __end;
    return __word;
}
/* All threads have this in common. */
static char *__braid_strtok_rest;
char *strtok(char *text, const char *separators) { return strtok_r(text, separators, &__braid_strtok_rest); }
char *strsep(char **rest, const char *separators) {
    char *__word = *rest;
    if (__word == NULL) return NULL;
    char *__end = __word;
    while (*__end != 0 && !__braid_is_among(*__end, separators)) __end++;
    if (*__end != 0) {
        *__end = 0;
        *rest = __end + 1;
    } else
        *rest = NULL;
    return __word;
}
char *strdup(const char *text) {
    char *__copy = malloc(strlen(text) + 1);
    return strcpy(__copy, text);
}
char *strndup(const char *text, size_t most) {
    size_t __n = strnlen(text, most);
    char *__copy = malloc(__n + 1);
    for (size_t __i = 0; __i < __n; __i++) __copy[__i] = text[__i];
    __copy[__n] = 0;
    return __copy;
}
char *strchrnul(const char *text, int c) {
    size_t __i = 0;
    while (text[__i] != 0 && text[__i] != (char)c) __i++;
    return (char *)text + __i;
}
char *strcasestr(const char *text, const char *part) {
    for (size_t __i = 0;; __i++) {
        for (size_t __k = 0;; __k++) {
            if (part[__k] == 0) return (char *)text + __i;
            if (__braid_small(text[__i + __k]) != __braid_small(part[__k])) break;
        }
        if (text[__i] == 0) return NULL;
    }
}
void *memccpy(void *to, const void *from, int value, size_t size) {
    unsigned char *__to = to;
    const unsigned char *__from = from;
    size_t __i = 0;
    unsigned char *__end = NULL;
    while (__i < size && __end == NULL) {
        unsigned char __c = __from[__i];
        __to[__i] = __c;
        __i++;
        if (__c == (unsigned char)value) __end = __to + __i;
    }
    __braid_apart(to, __i, from, __i);
    return __end;
}
void *memmem(const void *block, size_t size, const void *part, size_t part_size) {
    const unsigned char *__p = block, *__q = part;
    for (size_t __i = 0; part_size <= size && __i <= size - part_size; __i++) {
        size_t __k = 0;
        while (__k < part_size && __p[__i + __k] == __q[__k]) __k++;
        if (__k == part_size) return (unsigned char *)__p + __i;
    }
    return NULL;
}
/* They give the length that they have tried to make. */
size_t strlcpy(char *to, const char *from, size_t size) {
    size_t __n = 0;
    while (from[__n] != 0) {
        if (__n + 1 < size) to[__n] = from[__n];
        __n++;
    }
    if (size > 0) to[__n < size ? __n : size - 1] = 0;
    __braid_apart(to, __n < size ? __n + 1 : size, from, __n + 1);
    return __n;
}
size_t strlcat(char *to, const char *from, size_t size) {
    size_t __n = 0;
    while (__n < size && to[__n] != 0) __n++;
    return __n + strlcpy(to + __n, from, size - __n);
}
#define explicit_bzero(block, size) ((void)memset((block), 0, (size)))
extern int strcoll(const char *a, const char *b);
extern char *strsignal(int number);
extern char *strerror_r(int error, char *buffer, size_t size);
extern char *strerror(int error);

#endif
