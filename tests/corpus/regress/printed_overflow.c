/* A buffer that is only printed must be large enough as well. */
#include <stdio.h>
#include <stdlib.h>

static void number(size_t size, int n)
{
    char b[4];
    snprintf(b, size, "%d", n); //~ unsafe
    puts(b);
}

static void word(const char *text)
{
    char b[8];
    snprintf(b, sizeof b, "%s", text); //~ unsafe
    puts(b);
}

static void whole(int n)
{
    char b[12], c[4];
    sprintf(b, "%d", n);
    puts(b);
    sprintf(c, "%d", n % 1000); //~ unsafe
    puts(c);
}

int main(void)
{
    number(4, 12345);
    word("text");
    switch (getchar()) {
    case 1:
        number(10, 12345);
        break;
    case 2: {
        char *p = calloc(4, 1);
        free(p);
        word(p);
        break;
    }
    case 3:
        whole(-123);
        break;
    }
    return 0;
}
