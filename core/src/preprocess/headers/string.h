#ifndef __BRAID_STRING_H
#define __BRAID_STRING_H

#include <stddef.h>

extern void *memcpy(void *to, const void *from, size_t size);
extern void *memmove(void *to, const void *from, size_t size);
extern void *memset(void *block, int value, size_t size);
extern int memcmp(const void *a, const void *b, size_t size);
extern void *memchr(const void *block, int value, size_t size);
extern size_t strlen(const char *text);
extern size_t strnlen(const char *text, size_t most);
extern char *strcpy(char *to, const char *from);
extern char *strncpy(char *to, const char *from, size_t most);
extern char *strcat(char *to, const char *from);
extern char *strncat(char *to, const char *from, size_t most);
extern int strcmp(const char *a, const char *b);
extern int strncmp(const char *a, const char *b, size_t most);
extern char *strchr(const char *text, int c);
extern char *strrchr(const char *text, int c);
extern char *strstr(const char *text, const char *part);
extern char *strtok(char *text, const char *separators);
extern char *strtok_r(char *text, const char *separators, char **rest);
extern char *strdup(const char *text);
extern char *strndup(const char *text, size_t most);
extern char *strerror(int error);

#endif
