#ifndef __BRAID_STDARG_H
#define __BRAID_STDARG_H

typedef __builtin_va_list va_list;

#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_end(list) __builtin_va_end(list)
#define va_copy(to, from) __builtin_va_copy(to, from)

/* Called where an argument is read. */
void __braid_argument(_Bool fits, int list) {
    __braid_demand(fits, list, "there is an argument of this type for");
}

#endif
