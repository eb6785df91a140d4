// Members of a union that are more than bits, or that a byte is not one of.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

union cell { int number; pthread_mutex_t lock; } cell;
union flag { uint8_t byte; _Bool flag; } flag;
union pair { struct { int a, b, c; } three; uint8_t bytes[12]; } pair;

struct two { uint64_t one, other; };

extern _Bool __VERIFIER_nondet_bool(void);

int main(int argc, char **argv) {
    if (argc == 1) {
        pthread_mutex_lock(&cell.lock);                        //~ error[unsupported-construct]
        assert(0);                                             //~ unknown, truly unsafe: a lock in a union
    } else if (argc == 2) {
        flag.byte = __VERIFIER_nondet_bool() ? 2 : 1;
        _Bool is_set = flag.flag;                              //~ unsafe
        assert(is_set);                                        //~ unknown, truly unsafe: behind an undefined operation
    } else if (argc == 3) {
        pair.bytes[0] = 1;
        struct two *two = (struct two *)&pair;
        uint64_t one = two->one;                               //~ error[unsupported-construct]
        assert(one == 1);                                      //~ unknown, truly safe: another type, too wide for it
    } else {
        uint8_t *byte = pair.bytes + 11;
        byte[0] = 1;
        byte[argc > 5] = 2;                                    //~ unsafe
    }
    return 0;
}
