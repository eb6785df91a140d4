/* Packing and alignment change sizes and offsets; what depends on a type that is not supported is not known. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct __attribute__((packed)) record {
    char kind;
    int value;
};
#pragma pack(push, 2)
struct half {
    char kind;
    int value;
};
#pragma pack(pop)
struct padded {
    _Alignas(64) int head;
    _Alignas(64) int tail;
};
struct plain {
    char kind;
    int value;
};
_Static_assert(sizeof(struct record) == 5, "packed");
_Static_assert(sizeof(struct half) == 6 && offsetof(struct half, value) == 2, "packed to two");
_Static_assert(sizeof(struct padded) == 128 && offsetof(struct padded, tail) == 64, "aligned");
_Static_assert(sizeof(struct plain) == 8, "as ever");

struct flags {
    unsigned low : 4;
    unsigned high : 4;
};

struct padded queue;
int slot __attribute__((aligned(256)));

int main(int argc, char **argv)
{
    (void)argv;
    if (argc == 1) {
        assert((uintptr_t)&queue.tail % 64 == 0); //~ safe
        assert((uintptr_t)&slot % 256 == 0);      //~ safe
        assert(sizeof(struct record) != 5);       //~ unsafe(0)
    } else {
        assert(sizeof(struct flags) == 4); //~ safe
    }
    return 0;
}
