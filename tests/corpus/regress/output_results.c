/* How much was printed is not known, and an error not taken for granted. */
#include <assert.h>
#include <stdio.h>

char buffer[4];

int main(void)
{
    int x = 0;
    printf("%d%%n\n", x++);
    assert(x == 1); //~ safe
    if (fwrite(buffer, 1, 4, stdout) == 4)
        x = 2;
    assert(x == 1); //~ unknown, truly unsafe: what fwrite returns is not modelled
    int n = printf("hello");
    assert(n == 0); //~ unknown, truly unsafe: what printf returns is not modelled
    return 0;
}
