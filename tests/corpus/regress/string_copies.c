// Characters that are copied into variables.
#include <assert.h>
#include <string.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char text[8] = "";
    strcpy(text, "ab");
    assert(strlen(text) == 2);                 //~ safe
    strcat(text, "c");
    assert(strcmp(text, "abc") == 0);          //~ safe
    assert(strchr(text, 'b') == text + 1);     //~ safe
    assert(strncmp(text, "abX", 2) == 0);      //~ safe
    if (__VERIFIER_nondet_bool()) assert(strcmp(text, "abd") == 0); //~ unsafe
    strncpy(text, "x", sizeof text);
    assert(text[7] == 0);                      //~ safe
    assert(memcmp(text, "xy", 2) < 0);         //~ safe
    return 0;
}
