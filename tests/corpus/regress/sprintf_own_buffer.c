/* What is printed into a buffer must not be read from it at the same time. */
#include <stdio.h>
#include <string.h>

static void add(char *buffer, const char *text, int n)
{
    snprintf(buffer, 16, "%s%d", text, n); //~ unsafe
}

int main(void)
{
    char buffer[16] = "ab", other[16] = "cd";
    add(buffer, other, 7);
    if (getchar() == 1)
        add(buffer, buffer, 7);
    return (int)strlen(buffer);
}
