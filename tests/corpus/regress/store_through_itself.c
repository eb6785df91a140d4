/* A store that changes the pointer it goes through, or the index, goes to one place. */
#include <assert.h>

struct node {
    struct node *next;
    int value;
};

int main(int argc, char **argv)
{
    (void)argv;
    struct node a = {0, 1}, b = {0, 2}, c = {0, 3};
    a.next = &a;
    a.next->next = &b;
    assert(b.next == 0); //~ safe

    b.next = &c;
    if (argc == 1)
        a.next = &b;
    else
        a.next = &c;
    if (argc == 1) {
        a = *a.next;
        assert(a.value == 2); //~ safe
    }

    struct { int at; int value; } cells[2] = {{0, 0}, {1, 1}}, other = {1, 7};
    cells[cells[0].at].value = 7;
    cells[cells[0].at] = (__typeof__(other)){1, 7};
    assert(cells[0].value == 7 && cells[1].value == 1); //~ safe
    return other.at;
}
