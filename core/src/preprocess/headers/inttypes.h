#ifndef __BRAID_INTTYPES_H
#define __BRAID_INTTYPES_H

#include <stdint.h>

#ifdef __LP64__
# define __BRAID_PRI64 "l"
# define __BRAID_PRIPTR "l"
#else
# define __BRAID_PRI64 "ll"
# define __BRAID_PRIPTR ""
#endif

#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 __BRAID_PRI64 "d"
#define PRIdMAX __BRAID_PRI64 "d"
#define PRIdPTR __BRAID_PRIPTR "d"
#define PRIi8 "i"
#define PRIi16 "i"
#define PRIi32 "i"
#define PRIi64 __BRAID_PRI64 "i"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 __BRAID_PRI64 "u"
#define PRIuMAX __BRAID_PRI64 "u"
#define PRIuPTR __BRAID_PRIPTR "u"
#define PRIx8 "x"
#define PRIx16 "x"
#define PRIx32 "x"
#define PRIx64 __BRAID_PRI64 "x"
#define PRIxMAX __BRAID_PRI64 "x"
#define PRIxPTR __BRAID_PRIPTR "x"
#define PRIX32 "X"
#define PRIX64 __BRAID_PRI64 "X"
#define SCNd32 "d"
#define SCNd64 __BRAID_PRI64 "d"
#define SCNu32 "u"
#define SCNu64 __BRAID_PRI64 "u"
#define SCNx64 __BRAID_PRI64 "x"

typedef struct { intmax_t quot, rem; } imaxdiv_t;

intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) {
    imaxdiv_t __result;
    __result.quot = a / b;
    __result.rem = a % b;
    return __result;
}
extern intmax_t strtoimax(const char *text, char **end, int base);
extern uintmax_t strtoumax(const char *text, char **end, int base);

#endif
