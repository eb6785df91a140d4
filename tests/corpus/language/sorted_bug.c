// Which of two equal elements comes first is not specified.
#include <assert.h>
#include <stdlib.h>

struct job { int cost; char name; };

static int by_cost(const void *a, const void *b) {
    return ((const struct job *)a)->cost - ((const struct job *)b)->cost;
}

int main(void) {
    struct job jobs[] = {{7, 'a'}, {4, 'b'}, {4, 'c'}};
    qsort(jobs, sizeof jobs / sizeof *jobs, sizeof *jobs, by_cost);
    assert(jobs[2].name == 'a'); //~ safe
    assert(jobs[0].name == 'b'); //~ unsafe(0)
    return 0;
}
