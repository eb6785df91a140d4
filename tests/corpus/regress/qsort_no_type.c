// Elements without a type are not sorted, and the program is not wrong.
#include <assert.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void sort(void *base, size_t count) {
    qsort(base, count, sizeof(int), by_value); //~ error[unsupported-construct]
}

int main(void) {
    int numbers[2] = {2, 1};
    sort(numbers, 2);
    assert(numbers[0] == 1); //~ unknown, truly safe: the elements have no type where they are sorted
    return 0;
}
