// String literals are objects, and what the library does with characters is known.
#include <assert.h>
#include <string.h>

extern _Bool __VERIFIER_nondet_bool(void);

static const char *names[] = { "red", "green" };
struct { const char *name; int value; } table[] = { { "one", 1 }, { "two", 2 } };

int lookup(const char *name) {
    for (int i = 0; i < 2; i++)
        if (strcmp(table[i].name, name) == 0) return table[i].value;
    return 0;
}

int main(void) {
    int n = 0;
    for (const char *p = "abc"; *p; p++) n++;
    assert(n == 3);                            //~ safe
    assert(strlen("abcd") == 4);               //~ safe
    assert(names[1][0] == 'g');                //~ safe
    if (__VERIFIER_nondet_bool()) assert(names[0][2] == 'g'); //~ unsafe
    assert(lookup("two") == 2);                //~ safe
    if (__VERIFIER_nondet_bool()) assert(lookup("six") == 2); //~ unsafe
    return 0;
}
