#ifndef __BRAID_WCHAR_H
#define __BRAID_WCHAR_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef unsigned int wint_t;
typedef struct { int count; unsigned int value; } mbstate_t;

#define WEOF 0xffffffffu

extern size_t wcslen(const wchar_t *text);
extern int wcscmp(const wchar_t *a, const wchar_t *b);
extern int wcsncmp(const wchar_t *a, const wchar_t *b, size_t most);
extern wchar_t *wcscpy(wchar_t *to, const wchar_t *from);
extern wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t most);
extern wchar_t *wcscat(wchar_t *to, const wchar_t *from);
extern wchar_t *wcschr(const wchar_t *text, wchar_t c);
extern wchar_t *wcsdup(const wchar_t *text);
extern wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count);
extern wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count);
extern size_t mbstowcs(wchar_t *to, const char *from, size_t most);
extern size_t wcstombs(char *to, const wchar_t *from, size_t most);
extern size_t mbrtowc(wchar_t *to, const char *from, size_t most, mbstate_t *state);
extern size_t wcrtomb(char *to, wchar_t c, mbstate_t *state);
extern long wcstol(const wchar_t *text, wchar_t **end, int base);
extern int wprintf(const wchar_t *format, ...);
extern int fwprintf(FILE *stream, const wchar_t *format, ...);
extern int swprintf(wchar_t *buffer, size_t size, const wchar_t *format, ...);
extern wint_t fgetwc(FILE *stream);
extern wint_t getwchar(void);
extern wint_t putwchar(wchar_t c);

#endif
