/* A name given for the object file may make two variables one. */
#include <assert.h>

int first;
extern int second __asm__("first"); //~ error[unsupported-construct]

int main(void)
{
    second = 1;
    assert(first == 1); //~ unknown, truly safe: the two are one
    return 0;
}
