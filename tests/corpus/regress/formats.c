// What snprintf and sprintf write, and what they return.
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char a[32], b[8], c[6] = "xyz";
    int k = 12;
    int n = snprintf(a, sizeof a, "%s-%03d|%4x|%u%%%c", "ab", -7, 0x2af, 4000000000u, 'z');
    assert(n == 24);                                           //~ safe
    assert(strcmp(a, "ab--07| 2af|4000000000%z") == 0);        //~ safe
    n = snprintf(b, sizeof b, "%d:%s", k, "abcdefgh");
    assert(n == 11 && strcmp(b, "12:abcd") == 0);              //~ safe
    sprintf(a, "<%s|%.2s|%5d|%05d|%hhd|%lX>", c, c, k, -k, (signed char)k, 0xbeefL);
    assert(strcmp(a, "<xyz|xy|   12|-0012|12|BEEF>") == 0);    //~ safe
    assert(snprintf(NULL, 0, "%d", k * 100) == 4);             //~ safe
    if (__VERIFIER_nondet_bool()) {
        sprintf(b, "%s%d", c, k);
        assert(b[4] != '2');                                   //~ unsafe
    } else if (__VERIFIER_nondet_bool()) {
        sprintf(b, "number %d", k);                            //~ unsafe
    }
    return 0;
}
