// The operand of sizeof is evaluated if its size is not constant; nothing is claimed behind an effect in it.
#include <assert.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? 3 : 2;
    int m[n][n];
    int i = 0;
    assert(sizeof m[i] == n * sizeof(int)); //~ safe
    unsigned long s = sizeof m[i++]; //~ error[unsupported-construct]
    assert(s == n * sizeof(int)); //~ unknown, truly safe: the operand of sizeof has an effect
    assert(i == 1); //~ unknown, truly safe: the operand of sizeof has an effect
    return 0;
}
