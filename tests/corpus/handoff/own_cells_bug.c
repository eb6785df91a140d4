// One thread per cell of a product of matrices: each has an argument of its own on the heap, reads what
// nobody writes any more, and writes the cell that its argument names. All but the last are waited for.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define N 2

struct cell {
    int row;
    int column;
};

int a[N][N] = {{1, 2}, {3, 4}};
int b[N][N] = {{5, 6}, {7, 8}};
int c[N][N];

void *compute(void *arg) {
    struct cell *cell = arg;
    int sum = 0;
    for (int k = 0; k < N; k++) {
        sum += a[cell->row][k] * b[k][cell->column];
    }
    c[cell->row][cell->column] = sum;
    free(cell);
    return 0;
}

int main(void) {
    pthread_t workers[N * N];
    int n = 0;
    for (int row = 0; row < N; row++) {
        for (int column = 0; column < N; column++) {
            struct cell *cell = malloc(sizeof *cell);
            cell->row = row;
            cell->column = column;
            pthread_create(&workers[n++], 0, compute, cell);
        }
    }
    for (int i = 0; i < n - 1; i++) {
        pthread_join(workers[i], 0);
    }
    assert(c[0][0] == 19);             //~ safe
    assert(c[1][1] == 50);             //~ unsafe
    return 0;
}
