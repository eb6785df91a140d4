// The arguments of the program hold anything; what is read twice is the same, which Braid does not know.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern _Bool __VERIFIER_nondet_bool(void);

int verbose;

int main(int argc, char **argv) {
    int n = 4;
    if (argc > 1) n = atoi(argv[1]);
    if (argc > 2 && strcmp(argv[2], "-v") == 0) verbose = 1;
    if (argc > 3 && argv[3][0] == 'v') verbose = 1;
    int a = 0, b = 0;
    if (argc > 4 && argv[4][0] == 'a') a = 1;
    if (argc > 4 && argv[4][0] == 'b') b = 1;
    assert(!a || !b);                          //~ unknown, truly safe: arguments are not remembered
    assert(verbose == 0 || verbose == 1);      //~ safe
    if (__VERIFIER_nondet_bool()) assert(verbose == 0); //~ unsafe(0)
    if (__VERIFIER_nondet_bool()) assert(n == 4); //~ unsafe(0)
    return 0;
}
