// Assembly that only orders or delays, with line ends, or as an addition of zero to the stack.
#include <assert.h>

static int x;

int main(void)
{
    __asm__ __volatile__("pause\n" ::: "memory");
    __asm__ __volatile__("pause\n\t" ::: "memory");
    __asm__ __volatile__("rep; nop\n\t" ::: "memory");
    __asm__ __volatile__("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
    __asm__ __volatile__("lock addl $0, -4(%%rsp)" ::: "memory", "cc");
    __asm__ __volatile__("mfence; lfence" ::: "memory");
    assert(x == 0); //~ safe
    __asm__ __volatile__("lock; addl $1,0(%%rsp)" ::: "memory", "cc"); //~ error[unsupported-construct]
    assert(x == 0); //~ unknown, truly safe: assembly that is not followed
    return 0;
}
