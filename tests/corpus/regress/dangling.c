/* Memory that is not there any more, or never was. */
#include <stdlib.h>
#include <assert.h>

int main(int argc, char **argv)
{
    int *p = malloc(2 * sizeof(int));
    p[0] = p[1] = 5;
    assert(p[0] + p[1] == 10); //~ safe
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
    } else {
        int *q = calloc(3, sizeof *q);
        assert(q[2] == 0); //~ safe
        assert(q != p);    //~ safe
        free(q);
        free(p);
        free(NULL);
    }
    return 0;
}
