// Sorting by a function that contradicts itself is undefined, and nothing is claimed behind it.
#include <assert.h>
#include <stdlib.h>

// Elements next to each other count as equal, and 1 as less than 3.
static int nearly(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x + 1 < y ? -1 : y + 1 < x;
}

int main(void) {
    int numbers[3] = {1, 2, 3};
    qsort(numbers, 3, sizeof(int), nearly); //~ unsafe(0)
    assert(numbers[0] != 3); //~ unknown, truly safe: sorting is undefined
    return 0;
}
