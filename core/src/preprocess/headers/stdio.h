#ifndef __BRAID_STDIO_H
#define __BRAID_STDIO_H

#include <stdarg.h>
#include <stddef.h>
#include <bits/types.h>

typedef struct __braid_file FILE;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define L_tmpnam 20
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

extern int printf(const char *format, ...);
extern int fprintf(FILE *stream, const char *format, ...);
extern int sprintf(char *buffer, const char *format, ...);
extern int snprintf(char *buffer, size_t size, const char *format, ...);
extern int vprintf(const char *format, va_list args);
extern int vfprintf(FILE *stream, const char *format, va_list args);
extern int vsprintf(char *buffer, const char *format, va_list args);
extern int vsnprintf(char *buffer, size_t size, const char *format, va_list args);
extern int asprintf(char **text, const char *format, ...);
extern int vasprintf(char **text, const char *format, va_list args);
extern int dprintf(int file, const char *format, ...);
extern int scanf(const char *format, ...);
extern int fscanf(FILE *stream, const char *format, ...);
extern int sscanf(const char *text, const char *format, ...);
extern int puts(const char *text);
extern int fputs(const char *text, FILE *stream);
extern int putchar(int c);
extern int putc(int c, FILE *stream);
extern int fputc(int c, FILE *stream);
extern int getchar(void);
extern int getc(FILE *stream);
extern int fgetc(FILE *stream);
extern int ungetc(int c, FILE *stream);
extern char *fgets(char *buffer, int size, FILE *stream);
extern char *gets(char *buffer);
extern ssize_t getline(char **line, size_t *size, FILE *stream);
extern ssize_t getdelim(char **line, size_t *size, int end, FILE *stream);
extern FILE *fdopen(int file, const char *mode);
extern FILE *freopen(const char *name, const char *mode, FILE *stream);
extern FILE *popen(const char *command, const char *mode);
extern int pclose(FILE *stream);
extern FILE *tmpfile(void);
extern FILE *fopen(const char *name, const char *mode);
extern int fclose(FILE *stream);
extern int fflush(FILE *stream);
extern int feof(FILE *stream);
extern int ferror(FILE *stream);
extern int fileno(FILE *stream);
extern size_t fread(void *buffer, size_t size, size_t count, FILE *stream);
extern size_t fwrite(const void *buffer, size_t size, size_t count, FILE *stream);
extern int fseek(FILE *stream, long offset, int whence);
extern long ftell(FILE *stream);
extern void rewind(FILE *stream);
extern int fseeko(FILE *stream, off_t offset, int whence);
extern off_t ftello(FILE *stream);
extern void clearerr(FILE *stream);
extern void setbuf(FILE *stream, char *buffer);
extern void setlinebuf(FILE *stream);
extern void flockfile(FILE *stream);
extern void funlockfile(FILE *stream);
extern int putchar_unlocked(int c);
extern int getchar_unlocked(void);
extern int setvbuf(FILE *stream, char *buffer, int mode, size_t size);
extern void perror(const char *text);
extern int remove(const char *name);
extern int rename(const char *old, const char *name);

/* What `snprintf` and `sprintf` do, piece by piece. Where it is not followed what one writes, and there is an end to
   it, the rest of the buffer holds anything, and so does what is returned: `at` is past all ends then. */
#define __BRAID_OPEN 0x40000000u
extern int __braid_unspecified(void);
extern void __braid_apart(const void *a, size_t size, const void *b, size_t other_size);
size_t __braid_put(char *to, size_t size, size_t at, int c) {
    if (at + 1 < size) to[at] = (char)c;
    return at + 1;
}
int __braid_put_end(char *to, size_t size, size_t at) {
    if (size > 0) to[at < size ? at : size - 1] = 0;
    if (at >= __BRAID_OPEN) {
        int __n = __braid_unspecified();
        return __n < 1 ? 1 : __n;
    }
    return (int)at;
}
size_t __braid_put_any(char *to, size_t size, size_t at) {
    char __c = (char)__braid_unspecified();
    return __braid_put(to, size, at, __c == 0 ? '?' : __c);
}
size_t __braid_put_open(char *to, size_t size, size_t at) {
    at = __braid_put_any(to, size, at);
    for (; at + 1 < size; at++) to[at] = (char)__braid_unspecified();
    return __BRAID_OPEN;
}
size_t __braid_put_some(char *to, size_t size, size_t at) {
    if (size < __BRAID_OPEN) return __braid_put_open(to, size, at);
    at = __braid_put_any(to, size, at);
    for (int __i = 1; __i < 400 && __braid_unspecified() != 0; __i++) at = __braid_put_any(to, size, at);
    return at;
}
size_t __braid_put_text(char *to, size_t size, size_t at, const char *text, size_t most) {
    if (text == NULL) return __braid_put_some(to, size, at);
    size_t __i = 0;
    for (; __i < most; __i++) {
        char __c = text[__i];
        if (__c == 0) break;
        at = __braid_put(to, size, at, __c);
    }
    __braid_apart(to, at < size ? at : size, text, __i + (__i < most));
    return at;
}
size_t __braid_put_digit(char *to, size_t size, size_t at, unsigned digit, int letter) {
    return __braid_put(to, size, at, digit < 10 ? '0' + (int)digit : letter + (int)digit - 10);
}
/* Numbers of up to four digits are written as they are. */
size_t __braid_put_number(char *to, size_t size, size_t at, unsigned long long n, int negative, unsigned base,
                          int letter, int width, int zeros) {
    unsigned __n = (unsigned)n;
    int __padding;
    if (n >= base * base * base * base) {
        if (size < __BRAID_OPEN) return __braid_put_open(to, size, at);
        int __least = width > 5 + negative ? width : 5 + negative;
        int __most = negative + (n > 0xffffffffu ? 22 : base == 10 ? 10 : base == 16 ? 8 : 11);
        for (int __i = 0; __i < __least || (__i < __most && __braid_unspecified() != 0); __i++)
            at = __braid_put_any(to, size, at);
        return at;
    }
    __padding = width - negative - (__n < base ? 1 : __n < base * base ? 2 : __n < base * base * base ? 3 : 4);
    if (!zeros) for (; __padding > 0; __padding--) at = __braid_put(to, size, at, ' ');
    if (negative) at = __braid_put(to, size, at, '-');
    for (; __padding > 0; __padding--) at = __braid_put(to, size, at, '0');
    if (__n >= base * base * base) at = __braid_put_digit(to, size, at, __n / (base * base * base), letter);
    if (__n >= base * base) at = __braid_put_digit(to, size, at, __n / (base * base) % base, letter);
    if (__n >= base) at = __braid_put_digit(to, size, at, __n / base % base, letter);
    return __braid_put_digit(to, size, at, __n % base, letter);
}
size_t __braid_put_signed(char *to, size_t size, size_t at, long long n, int width, int zeros) {
    if (n < 0) return __braid_put_number(to, size, at, -(unsigned long long)n, 1, 10, 'a', width, zeros);
    return __braid_put_number(to, size, at, (unsigned long long)n, 0, 10, 'a', width, zeros);
}

#endif
