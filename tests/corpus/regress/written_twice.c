// Nothing says whether the increment or the assignment comes last.
#include <assert.h>
int main(int argc, char **argv) {
    int i = argc;
    i = i++;         //~ unsafe(0)
    assert(i >= 0);  //~ unknown, truly unsafe: nothing is known behind it
    return 0;
}
