#ifndef __BRAID_FENV_H
#define __BRAID_FENV_H

typedef unsigned short fexcept_t;
typedef struct { unsigned int words[8]; } fenv_t;

#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00

extern int feclearexcept(int which);
extern int feraiseexcept(int which);
extern int fetestexcept(int which);
extern int fegetround(void);
extern int fesetround(int direction);
extern int fegetenv(fenv_t *state);
extern int fesetenv(const fenv_t *state);
extern int feholdexcept(fenv_t *state);

#endif
