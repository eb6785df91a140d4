// Members of a union that differ in layout are bits of the same words.
#include <assert.h>
#include <stdint.h>

union reg {
    struct { uint32_t mode : 3, ready : 1, tick : 4, : 0; } bits;
    uint32_t word;
    uint8_t bytes[4];
    struct { uint16_t low, high; } half;
    struct { int8_t a; _Bool b; int16_t c; } mixed;
};

static union reg first = { { 5, 1, 9 } };
static union reg reg = { .half = { 0x1234, 0x8000 } };
static union reg last = { .word = -1, .bytes[1] = 7 };

struct message {
    int tag;
    union { int number; void *pointer; char text[24]; struct { long n; short s[3]; } record; } body;
};

static int five = 5;

static void set(struct message *message, int n) {
    message->body.record.n = n;
    message->body.record.s[2] = -n;
}

static void fill(uint8_t *bytes, int n) {
    for (int i = 0; i < n; i++)
        bytes[i] = i + 1;
}

int main(void) {
    assert(first.word == (5 | 8 | 9 << 4));                    //~ safe
    assert(last.word == 0x700);                                //~ safe
    assert(reg.word == 0x80001234);                            //~ safe
    assert(reg.bytes[0] == 0x34 && reg.mixed.c == -32768);     //~ safe
    reg.word = 0;
    reg.bits.tick = 3;
    reg.bits.ready = 1;
    assert(reg.word == 0x38);                                  //~ safe
    reg.bits.tick += 14;
    assert(reg.bits.tick == 1 && reg.bits.ready == 1);         //~ safe
    union reg copy = reg;
    copy.bytes[2]++;
    assert(copy.half.high == 1);                               //~ safe
    copy.mixed.b = 3;
    assert(copy.bytes[1] == 1 && copy.mixed.b);                //~ safe
    for (int i = 0; i < 4; i++)
        reg.bytes[i] = 4 - i;
    assert(reg.word == 0x01020304);                            //~ safe
    fill(reg.bytes, 4);
    uint16_t *half = &reg.half.high;
    *half += 1;
    assert(reg.word == 0x04040201);                            //~ safe
    struct message message = { 0 };
    message.body.pointer = &five;
    assert(*(int *)message.body.pointer == 5);                 //~ safe
    set(&message, 7);
    assert(message.body.number == 7);                          //~ safe
    message.body.number = -1;
    assert(message.body.record.n == 0xffffffff);               //~ safe
    assert(message.body.record.s[2] == -7);                    //~ safe
    assert(message.body.text[0] != -1);                        //~ unsafe
    return 0;
}
