#ifndef __BRAID_EXECINFO_H
#define __BRAID_EXECINFO_H

extern int backtrace(void **frames, int most);
extern char **backtrace_symbols(void *const *frames, int count);
extern void backtrace_symbols_fd(void *const *frames, int count, int file);

#endif
