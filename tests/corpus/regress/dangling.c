/* Memory that is not there any more, or never was. */
#include <stdlib.h>
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argv;
    int *p = malloc(2 * sizeof(int));
    p[0] = p[1] = 5;
    assert(p[0] + p[1] == 10); //~ unknown, truly safe: other operations are undefined
    if (argc == 1) {
        p[2] = 1; //~ unsafe(0)
    } else if (argc == 2) {
        free(p);
        p[0] = 1; //~ unsafe(0)
    } else if (argc == 3) {
        free(p);
        free(p); //~ unsafe(0)
    } else if (argc == 4) {
        free(p + 1); //~ unsafe(0)
    } else if (argc == 5) {
        free(&argc); //~ unsafe(0)
    }
    return 0;
}
