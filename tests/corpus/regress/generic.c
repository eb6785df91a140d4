// `_Generic` chooses by the type of a value, which is not evaluated.
#include <assert.h>
static int of_int(int x) { return x + 1; }
static int of_long(long x) { return (int)x + 2; }
#define kind(x) _Generic((x), int: 1, unsigned: 2, long: 3, unsigned long: 4, char: 5, double: 6, default: 7)
#define plus(x) _Generic((x), int: of_int, long: of_long)(x)
enum e { A, B }; enum f { M = -1, N };
struct s { int a; };
int main(void) {
    int i = 1; unsigned u = 2; long l = 3; char c = 'x'; short h = 4; struct s s = {1};
    enum e e = A; enum f f = N; _Atomic int at = 1; const int k = 3;
    assert(kind(i) == 1 && kind(u) == 2 && kind(l) == 3 && kind(sizeof i) == 4); //~ safe
    assert(kind(c) == 5 && kind('x') == 1 && kind(h) == 7 && kind(h + 1) == 1); //~ safe
    assert(kind(e) == 2 && kind(f) == 1 && kind(A) == 1 && kind(at) == 1 && kind(k) == 1); //~ safe
    assert(kind(i + u) == 2 && kind(i + l) == 3); //~ safe
    assert(plus(i) == 2 && plus(l) == 5); //~ safe
    assert(_Generic(s, struct s: 1, default: 0)); //~ safe
    assert(_Generic(&i, int *: 1, long *: 0)); //~ safe
    assert(_Generic(i++, int: 1, default: 0) && i == 1); //~ safe
    assert(_Generic(i, int: i, long: l) == 1); //~ safe
    assert(__builtin_types_compatible_p(int, long) == 0); //~ safe
    assert(__builtin_types_compatible_p(typeof(i), int)); //~ safe
    int arr[3];
    assert(!__builtin_types_compatible_p(typeof(arr), typeof(&arr[0]))); //~ safe
    assert(sizeof(_Generic(i, int: arr)) == 12); //~ safe
    _Generic(i, int: i, default: u) = 9;
    assert(i == 9); //~ safe
    assert(kind(i) == 2); //~ unsafe
    return 0;
}
