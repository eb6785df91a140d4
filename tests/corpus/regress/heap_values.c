/* Memory from the heap: cleared or not, one object or several, given back or not at all. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

struct pair { int left, right; };

int main(void)
{
    int *p = malloc(2 * sizeof(int));
    int *q = calloc(3, sizeof *q);
    struct pair *r = (struct pair *) malloc(sizeof(struct pair)), *s;
    p[0] = p[1] = 5;
    assert(p[0] + p[1] == 10); //~ safe
    assert(q[2] == 0);         //~ safe
    assert(q != p);            //~ safe
    memset(r, 0, sizeof *r);
    r->right = 3;
    s = r;
    assert(s->left == 0 && s->right == 3); //~ safe
    free(q);
    free(p);
    free(r);
    free(NULL);
    return 0;
}
