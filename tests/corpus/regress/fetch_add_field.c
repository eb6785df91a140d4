/* A pointer that an atomic operation moves to another field does not point to nothing. */
#include <assert.h>

struct { int first, second; } pair;
char *place;

int main(void)
{
    place = (char *)&pair;
    __atomic_fetch_add(&place, sizeof(int), __ATOMIC_SEQ_CST);
    *(int *)place = 5; //~ error[unsupported-construct]
    assert(pair.second == 5); //~ unknown, truly safe: pointers that move between fields are not followed
    return 0;
}
