/* A section that is open on one way only is a problem. */
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int main(int argc, char **argv)
{
    (void)argv;
    argc > 1 ? __VERIFIER_atomic_begin() : (void)0; //~ error[unbalanced-atomic-section]
    __VERIFIER_atomic_end();
    return 0;
}
