// One element more than was asked for, at the end of a struct.
#include <stdlib.h>

struct text { int length; int items[]; };

int main(void) {
    int n = 2;
    struct text *text = malloc(sizeof *text + n * sizeof(int));
    text->items[1] = 1;
    text->items[n] = 1;                        //~ unsafe
    free(text);
    return 0;
}
