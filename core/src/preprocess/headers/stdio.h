#ifndef __BRAID_STDIO_H
#define __BRAID_STDIO_H

#include <stddef.h>

typedef struct __braid_file FILE;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

#define EOF (-1)
#define BUFSIZ 8192
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
extern int setvbuf(FILE *stream, char *buffer, int mode, size_t size);
extern void perror(const char *text);
extern int remove(const char *name);

#endif
