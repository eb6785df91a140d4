// Less common functions on text and numbers do what they do.
#define _GNU_SOURCE
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char text[8] = "hello", copy[8];
    assert(memccpy(copy, text, 'l', 5) == copy + 3); //~ safe
    assert(*strchrnul(text, 'z') == 0);              //~ safe
    assert(memmem(text, 5, "ll", 2) == text + 2);    //~ safe
    assert(strcasestr(text, "LO") == text + 3);      //~ safe
    assert(index(text, 'e') == text + 1);            //~ safe
    assert(strlcpy(copy, text, 4) == 5);             //~ safe
    assert(strcmp(copy, "hel") == 0);                //~ safe
    assert(strlcat(copy, "p", sizeof copy) == 4);    //~ safe
    explicit_bzero(copy, sizeof copy);
    assert(copy[0] == 0); //~ safe
    lldiv_t parts = lldiv(7, 2);
    assert(parts.quot == 3 && parts.rem == 1); //~ safe
    assert(imaxabs(-2) == 2);                  //~ safe
    return 0;
}
