// Members of a union that differ in layout.
#include <assert.h>

union word { unsigned whole; unsigned char bytes[4]; } word;

int main(void) {
    word.whole = 1;
    assert(word.whole == 1);                   //~ safe
    word.bytes[0] = 0;                         //~ error[unsupported-construct]
    return 0;
}
