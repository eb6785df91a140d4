// `qsort` leaves a sorted permutation, and `bsearch` finds what is there.
#include <assert.h>
#include <stdlib.h>

struct job { int cost; char name; };

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int by_cost(const void *a, const void *b) {
    return ((const struct job *)a)->cost - ((const struct job *)b)->cost;
}
static int by_target(const void *a, const void *b) {
    const int *x = *(int *const *)a, *y = *(int *const *)b;
    return *x - *y;
}

int main(void) {
    int numbers[4] = {3, 1, 3, 2};
    qsort(numbers, 4, sizeof numbers[0], by_value);
    assert(numbers[0] == 1 && numbers[1] == 2); //~ safe
    assert(numbers[2] == 3 && numbers[3] == 3); //~ safe

    int key = 2;
    int *found = bsearch(&key, numbers, 4, sizeof(int), by_value);
    assert(found == &numbers[1]); //~ safe
    key = 5;
    assert(bsearch(&key, numbers, 4, sizeof(int), by_value) == NULL); //~ safe

    struct job jobs[] = {{7, 'a'}, {4, 'b'}, {5, 'c'}};
    qsort(jobs, sizeof jobs / sizeof *jobs, sizeof *jobs, by_cost);
    assert(jobs[0].name == 'b' && jobs[1].name == 'c' && jobs[2].name == 'a'); //~ safe

    int one = 1, two = 2;
    int *pointers[2] = {&two, &one};
    qsort(pointers, 2, sizeof(int *), by_target);
    assert(pointers[0] == &one); //~ safe
    return 0;
}
