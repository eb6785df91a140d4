// What is read has any length, unless a width is given: that it fits was proved.
#include <stdio.h>

int main(void) {
    char short_one[8], name[8];
    if (scanf("%7s", short_one) != 1) return 1;
    puts(short_one);
    if (scanf("%s", name) != 1) return 1;       //~ unsafe
    puts(name);
    return 0;
}
