// There is one `calls`, whatever the types of the arguments; through a pointer no arguments are known.
#include <assert.h>
#include <stdarg.h>
static int count(int n, ...) //~ error[unsupported-construct]
{
    static int calls;
    va_list ap;
    va_start(ap, n);
    calls += va_arg(ap, int);
    va_end(ap);
    return calls;
}
static int first(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, int); //~ error[unsupported-construct]
    va_end(ap);
    return r;
}
int main(int argc, char **argv)
{
    int (*f)(int, ...) = first;
    if (argc > 1) {
        int a = count(1, 1);
        assert(a == 1); //~ unknown, truly safe: a static variable in a variadic function
        assert(count(2, 1, 2) == 2); //~ unknown, truly safe: a static variable in a variadic function
    } else {
        assert(f(1, 4) == 4); //~ unknown, truly safe: called by a pointer
    }
    return 0;
}
