#ifndef __BRAID_SETJMP_H
#define __BRAID_SETJMP_H

typedef struct { long place[8]; } jmp_buf[1];
typedef struct { long place[8]; } sigjmp_buf[1];

extern int setjmp(jmp_buf place);
extern int _setjmp(jmp_buf place);
extern int sigsetjmp(sigjmp_buf place, int mask);
extern void longjmp(jmp_buf place, int value);
extern void _longjmp(jmp_buf place, int value);
extern void siglongjmp(sigjmp_buf place, int value);

#endif
