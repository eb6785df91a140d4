// A bit-field of width 0 ends a unit and has no name [C17 6.7.2.1].

struct flags {
    unsigned low : 3;
    unsigned : 0;
    unsigned none : 0;    //~ error[type-error]
};

struct flags flags;

int main(void) {
    flags.low++;
    return 0;
}
