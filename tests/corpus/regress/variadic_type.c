// An argument that is read by another type than it has, a list that another function has used up.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
static int wide(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int r = (int)va_arg(ap, long); //~ unsafe
    va_end(ap);
    return r;
}
static int used(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, int);
    vprintf("%d\n", ap);
    r += va_arg(ap, int); //~ unsafe
    va_end(ap);
    return r;
}
int main(int argc, char **argv)
{
    if (argc > 1)
        return wide(1, 2);
    return used(2, 2, 3);
}
