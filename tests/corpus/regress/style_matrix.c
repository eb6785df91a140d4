/* a VLA-free matrix product, a thread for each row, parameters in a struct array; argv sizes */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <inttypes.h>
#include <pthread.h>
#include <assert.h>
enum { N = 2 };
typedef int32_t matrix[N][N];
static matrix A = {{1, 2}, {3, 4}}, B = {{0, 1}, {1, 0}}, C;
typedef struct thread_args { size_t row; const matrix *a, *b; matrix *c; } thread_args_t;
static void *row_product(void *p)
{
    const thread_args_t *args = (const thread_args_t *)p;
    for (size_t j = 0; j < N; j++) {
        int32_t acc = 0;
        for (size_t k = 0; k < N; k++)
            acc += (*args->a)[args->row][k] * (*args->b)[k][j];
        (*args->c)[args->row][j] = acc;
    }
    return (void *)(intptr_t)args->row;
}
int main(void)
{
    pthread_t threads[N];
    thread_args_t args[N];
    for (size_t i = 0; i < N; i++) {
        args[i] = (thread_args_t){ .row = i, .a = &A, .b = &B, .c = &C };
        if (pthread_create(&threads[i], NULL, row_product, &args[i]) != 0) {
            fprintf(stderr, "thread %zu\n", i);
            return EXIT_FAILURE;
        }
    }
    for (size_t i = 0; i < N; i++) {
        void *ret;
        pthread_join(threads[i], &ret);
        assert((size_t)(intptr_t)ret == i); //~ safe
    }
    assert(C[0][0] == 2 && C[0][1] == 1 && C[1][0] == 4 && C[1][1] == 3); //~ safe
    printf("%" PRId32 "\n", C[0][0]);
    return 0;
}
