// What happens behind an access by the wrong type is not known.
#include <assert.h>
typedef struct lock { int kind; } lock_t;
typedef struct { lock_t base; int held; } ttas_t;
typedef struct { lock_t base; int a[2]; } pet_t;
static ttas_t ttas = {{0}, 0};
static pet_t pet = {{1}, {0, 0}};
static lock_t *locks[2] = {&ttas.base, &pet.base};
int main(int argc, char **argv) {
    ((ttas_t *)locks[argc > 1])->held = 1;
    assert(pet.a[0] == 0);       //~ unknown, truly unsafe: `held` and `a[0]` are the same memory
    return 0;
}
