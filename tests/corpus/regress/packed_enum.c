// A packed enumeration is as wide as its values need.
#include <assert.h>

enum __attribute__((packed)) small { RED, GREEN };
enum wide { LOW = -1, HIGH = 200 } __attribute__((packed));
enum usual { ONE, TWO };

struct item {
    enum small color;
    char tag;
};

int main(void) {
    enum small color = 256 + GREEN;
    assert(sizeof(enum small) == 1 && sizeof(struct item) == 2);           //~ safe
    assert(sizeof(enum wide) == 2 && sizeof(enum usual) == sizeof(int));   //~ safe
    assert(sizeof GREEN == sizeof(int));                                   //~ safe
    assert(color == GREEN);                                                //~ safe
    return 0;
}
