#ifndef __BRAID_STDLIB_H
#define __BRAID_STDLIB_H

#include <bits/types.h>
#include <bits/words.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define MB_CUR_MAX 1
#define RAND_MAX 2147483647

extern void *malloc(size_t size);
extern void *calloc(size_t count, size_t size);
extern void *realloc(void *block, size_t size);
extern void *aligned_alloc(size_t alignment, size_t size);
extern void *reallocarray(void *block, size_t count, size_t size);
extern void *alloca(size_t size);
extern int posix_memalign(void **block, size_t alignment, size_t size);
extern void free(void *block);

extern void abort(void);
extern void exit(int status);
extern void _Exit(int status);
extern void quick_exit(int status);
extern int at_quick_exit(void (*handler)(void));
extern int on_exit(void (*handler)(int, void *), void *argument);

static int __braid_n_at_exit;
static void (*__braid_at_exit[8])(void);
/* In one go, since other threads may add handlers while the program ends. */
__attribute__((braid_atomic)) int atexit(void (*handler)(void)) {
    if (__braid_n_at_exit >= 8) __braid_limit("more than 8 handlers for the end of the program");
    __braid_at_exit[__braid_n_at_exit] = handler;
    __braid_n_at_exit++;
    return 0;
}
__attribute__((braid_atomic)) _Bool __braid_last_at_exit(void (**handler)(void)) {
    if (__braid_n_at_exit == 0) return 0;
    __braid_n_at_exit--;
    *handler = __braid_at_exit[__braid_n_at_exit];
    return 1;
}
/* Called where the program ends, if there are handlers. */
void __braid_run_at_exit(void) {
    void (*__handler)(void);
    while (__braid_last_at_exit(&__handler)) __handler();
}

extern int rand(void);
extern void srand(unsigned int seed);
int rand_r(unsigned int *seed) {
    *seed = __VERIFIER_nondet_uint();
    return rand();
}
extern long random(void);
extern double drand48(void);
extern long lrand48(void);
extern void srand48(long seed);
extern void srandom(unsigned int seed);
extern double erand48(unsigned short seed[3]);
extern long nrand48(unsigned short seed[3]);
struct drand48_data { unsigned short __seed[3]; };
extern int srand48_r(long seed, struct drand48_data *state);
extern int drand48_r(struct drand48_data *state, double *result);
extern int lrand48_r(struct drand48_data *state, long *result);

extern int atoi(const char *text);
extern long atol(const char *text);
extern long long atoll(const char *text);
extern double atof(const char *text);
extern long strtol(const char *text, char **end, int base);
extern unsigned long strtoul(const char *text, char **end, int base);
extern long long strtoll(const char *text, char **end, int base);
extern unsigned long long strtoull(const char *text, char **end, int base);
extern double strtod(const char *text, char **end);
extern float strtof(const char *text, char **end);

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
div_t div(int a, int b) {
    div_t __result;
    __result.quot = a / b;
    __result.rem = a % b;
    return __result;
}
ldiv_t ldiv(long a, long b) {
    ldiv_t __result;
    __result.quot = a / b;
    __result.rem = a % b;
    return __result;
}

lldiv_t lldiv(long long a, long long b) {
    lldiv_t __result;
    __result.quot = a / b;
    __result.rem = a % b;
    return __result;
}

extern char *getenv(const char *name);
extern int setenv(const char *name, const char *value, int overwrite);
extern int unsetenv(const char *name);
extern int putenv(char *text);
extern int clearenv(void);
extern char *secure_getenv(const char *name);
extern char *realpath(const char *path, char *result);
extern int mkstemp(char *pattern);
extern char *mkdtemp(char *pattern);
extern int getloadavg(double loads[], int count);
extern int system(const char *command);
/* Elements have types here, so that each call is followed where it stands. They are put in order one after the other,
   and which of two that compare as equal comes first is not specified. Then it is seen whether the function has
   given them one order: if not, sorting is undefined [C17 7.22.5]. What the function does besides would depend on
   how often it is called, and that it does nothing besides is checked. */
extern _Bool __VERIFIER_nondet_bool(void);
extern void *memcpy(void *to, const void *from, size_t size);
extern void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
extern void *bsearch(const void *key, const void *base, size_t count, size_t size,
                     int (*compare)(const void *, const void *));
int __braid_sign(int value) { return value < 0 ? -1 : value > 0; }
#define __BRAID_ELEMENTS(base, count, size, compare)                                                                \
    __typeof__(*(base)) __kept, *__items = (__typeof__(*(base)) *)(base);                                           \
    size_t __n_items = (count);                                                                                     \
    int (*__order)(const void *, const void *) = (compare);                                                         \
    __braid_only_compares(__order);                                                                                 \
    if ((size) != sizeof *__items)                                                                                  \
        __braid_unsupported("elements of another size than their type has", "pass a pointer to the elements");
#define qsort(base, count, size, compare)                                                                           \
    __extension__({                                                                                                 \
        __BRAID_ELEMENTS(base, count, size, compare)                                                                \
        for (size_t __i = 1; __i < __n_items; __i++) {                                                              \
            for (size_t __at = __i; __at > 0; __at--) {                                                             \
                int __sign = __order(&__items[__at - 1], &__items[__at]);                                           \
                if (__sign < 0 || (__sign == 0 && __VERIFIER_nondet_bool())) break;                                 \
                memcpy(&__kept, &__items[__at], sizeof __kept);                                                     \
                memcpy(&__items[__at], &__items[__at - 1], sizeof __kept);                                          \
                memcpy(&__items[__at - 1], &__kept, sizeof __kept);                                                 \
            }                                                                                                       \
        }                                                                                                           \
        for (size_t __i = 1; __i < __n_items; __i++) {                                                              \
            int __last = -1;                                                                                        \
            for (size_t __at = 0; __at < __i; __at++) {                                                             \
                int __sign = __braid_sign(__order(&__items[__at], &__items[__i]));                                  \
                int __opposite = __braid_sign(__order(&__items[__i], &__items[__at]));                              \
                _Bool __is_one = __last <= __sign && __sign <= 0 && __opposite == -__sign;                          \
                if (__sign == 0 && __at > 0 && __is_one)                                                            \
                    __is_one = __last == __braid_sign(__order(&__items[__at - 1], &__items[__at]));                 \
                __braid_demand(__is_one, compare, "the elements have one order by");                                \
                __last = __sign;                                                                                    \
            }                                                                                                       \
        }                                                                                                           \
        (void)0;                                                                                                    \
    })
#define bsearch(key, base, count, size, compare)                                                                    \
    __extension__({                                                                                                 \
        __BRAID_ELEMENTS(base, count, size, compare)                                                                \
        __typeof__(*(base)) *__found = 0;                                                                           \
        const void *__key = (key);                                                                                  \
        int __last = 1;                                                                                             \
        for (size_t __i = 0; __i < __n_items; __i++) {                                                              \
            int __sign = __braid_sign(__order(__key, &__items[__i]));                                               \
            __braid_demand(__sign <= __last, base, "the elements are in order in");                                 \
            __last = __sign;                                                                                        \
            if (__sign == 0 && (__found == 0 || __VERIFIER_nondet_bool())) __found = &__items[__i];                 \
        }                                                                                                           \
        (void *)__found;                                                                                            \
    })

#endif
