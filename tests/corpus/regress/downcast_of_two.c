// The pointer is to one of two kinds of objects; the program knows when it is which.
#include <assert.h>
typedef struct lock { int kind; } lock_t;
typedef struct { lock_t base; int held; } ttas_t;
typedef struct { lock_t base; int a[2]; } pet_t;
static ttas_t ttas = {{0}, 0};
static pet_t pet = {{1}, {0, 0}};
static lock_t *locks[2] = {&ttas.base, &pet.base};
int main(int argc, char **argv) {
    for (int k = 0; k < 2; k++) {
        if (locks[k]->kind == 0) ((ttas_t *)locks[k])->held = 1;
        else ((pet_t *)locks[k])->a[1] = 2;
    }
    assert(ttas.held == 1);      //~ safe
    assert(pet.a[1] == 2);       //~ safe
    assert(pet.a[1] == 0);       //~ unsafe(0)
    return 0;
}
