// Arrays of variable length: handles, structs whose addresses threads get, numbers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
struct pair { int a, b; };
static void *work(void *p) { struct pair *x = p; pthread_mutex_lock(&m); total += x->b - x->a; pthread_mutex_unlock(&m); return NULL; }
static int sum(int n) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
int main(int argc, char **argv) {
    int n = argc > 1 ? 2 : 1;
    pthread_t t[n];
    struct pair args[n];
    for (int i = 0; i < n; i++) { args[i].a = i; args[i].b = i + 1; pthread_create(&t[i], NULL, work, &args[i]); }
    for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
    assert(total == n); //~ safe
    assert(sizeof t == n * sizeof(pthread_t)); //~ safe
    assert(sum(3) == 3); //~ safe
    assert(sum(2) == 2); //~ unsafe
    return 0;
}
