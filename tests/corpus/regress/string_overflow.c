// A string that does not fit.
#include <string.h>

int main(void) {
    char text[3];
    strcpy(text, "abc");                       //~ unsafe
    return 0;
}
