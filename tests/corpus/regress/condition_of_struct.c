/* A struct is neither true nor false, wherever its truth is asked. */
struct pair {
    int a, b;
};

static struct pair swapped(struct pair p)
{
    struct pair r = {p.b, p.a};
    return r;
}

int main(void)
{
    struct pair y = {1, 2};
    __VERIFIER_assume(swapped(y)); //~ error[type-error]
    if (y) //~ error[type-error]
        return 1;
    return y && 1; //~ error[type-error]
}
