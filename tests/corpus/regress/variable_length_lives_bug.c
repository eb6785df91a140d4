// The array of the last round is gone.
#include <assert.h>
int main(int argc, char **argv)
{
    int *keep = 0;
    for (int i = 1; i <= 2; i++) {
        int c[i];
        c[0] = i;
        if (keep)
            *keep = 1; //~ unsafe
        keep = c;
    }
    return 0;
}
