/* A pointer to the variable of an earlier round, or of an earlier call, points to nothing, although the
   same memory is in use again. */
#include <pthread.h>

static int *keep, *kept, out;

static void call(int i)
{
    int v = i;
    if (i == 1)
        out = *kept; //~ unsafe(0)
    kept = &v;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int v = i;
        keep = &v;
        out = *keep;
        keep = 0;
    }
    for (int i = 0; i < 2; i++)
        call(i);
    return 0;
}
