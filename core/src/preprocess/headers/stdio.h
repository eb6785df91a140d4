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

#endif
