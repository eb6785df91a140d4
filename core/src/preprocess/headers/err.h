/* What is written does not matter; the first four end the program. */
#ifndef __BRAID_ERR_H
#define __BRAID_ERR_H

#include <stdarg.h>

extern void exit(int status);

void err(int status, const char *format, ...) { exit(status); }
void errx(int status, const char *format, ...) { exit(status); }
void verr(int status, const char *format, va_list args) { exit(status); }
void verrx(int status, const char *format, va_list args) { exit(status); }
void warn(const char *format, ...) { }
void warnx(const char *format, ...) { }
void vwarn(const char *format, va_list args) { }
void vwarnx(const char *format, va_list args) { }

#endif
