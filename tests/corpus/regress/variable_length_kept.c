// A later change of the variable does not make the array longer.
#include <assert.h>
int main(int argc, char **argv) {
    int n = argc > 1 ? 3 : 2;
    int a[n];
    n = 5;
    for (int i = 0; i < 3; i++)
        a[i] = i; //~ unsafe
    return 0;
}
