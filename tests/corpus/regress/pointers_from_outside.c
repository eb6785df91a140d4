/* What pointers from outside point to is not known; using them is not undefined. */
#include <assert.h>

extern int *elsewhere;
struct box {
    int *content;
};
void fill(struct box *box);

int main(int argc, char **argv)
{
    int is_x = 0;
    if (argc == 7)
        is_x = argv[1][0] == 'x';
    if (argc == 8) {
        struct box box;
        fill(&box);
        *box.content = 1; //~ error[unsupported-construct]
    }
    if (argc == 9)
        *elsewhere = 1; //~ error[unsupported-construct]
    return is_x;
}
