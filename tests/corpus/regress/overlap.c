/* Copying between places that overlap is undefined, except by `memmove`. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

static void copy(char *to, const char *from, size_t n)
{
    memcpy(to, from, n); //~ unsafe
}

static void four(char *to, const char *from)
{
    memcpy(to, from, 4); //~ unsafe
}

static void set(char *to, const char *from)
{
    strcpy(to, from); //~ unsafe
}

int main(void)
{
    char a[8] = "abcdefg", b[8];
    memcpy(b, a, 8);
    strcpy(b, "xy");
    memcpy(a, a + 4, 4);
    memmove(a + 1, a, 4);
    assert(a[1] == 'e' && a[2] == 'f'); //~ safe
    int how = getchar();
    if (how == 1)
        four(a + how, a);
    else if (how == 2)
        copy(a + how, a, 4);
    else if (how == 3)
        set(b, b + how - 2);
    return 0;
}
