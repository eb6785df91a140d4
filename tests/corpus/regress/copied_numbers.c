// Copies and settings of numbers, where it is not known beforehand how many.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int from[6] = { 5, 2, 9, 1, 7, 3 }, to[6];
static long long wide[4];
static unsigned short narrow[4] = { 1, 2, 3, 4 };

static void part(int first, int end)
{
    memcpy(to + first, from + first, (size_t)(end - first) * sizeof *to);
}

static void *low(void *arg)
{
    part(0, 2);
    return arg;
}

static void some(int n, int value)
{
    memset(wide, value, (size_t)n * sizeof *wide);
    memcpy(narrow, narrow + 2, (size_t)n);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, low, 0);
    part(2, 6);
    pthread_join(thread, 0);
    int n = 0;
    for (int i = 0; i < 6; i++) n += to[i] == from[i];
    assert(n == 6); //~ safe
    some(2, 1);
    assert(wide[1] == 0x0101010101010101LL); //~ safe
    assert(wide[2] == 0); //~ safe
    assert(narrow[0] == 3 && narrow[1] == 2); //~ safe
    some(4, -1);
    assert(wide[3] == -1); //~ safe
    assert(narrow[1] == 4); //~ safe
    return 0;
}
