// What is not known of what snprintf writes: it ends in time.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char a[4];
    if (argc == 1) {
        snprintf(a, sizeof a, "%g", 1.5);
        assert(strlen(a) < 4);                                 //~ safe
        assert(a[0] != '1');                                   //~ unknown, truly unsafe: a floating-point number
    } else if (argc == 2) {
        snprintf(a, sizeof a, "%s", argv[0]);
        assert(strlen(a) < 4);                                 //~ safe
    } else {
        int n = snprintf(a, sizeof a, "%d", argc * 100000);
        assert(a[0] != 0 && strlen(a) < 4);                    //~ safe
        assert(n >= 1);                                        //~ safe
    }
    return 0;
}
