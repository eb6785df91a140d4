// Words are not asked for before there is a text.
#include <string.h>
int main(int argc, char **argv) {
    char *rest = NULL;
    if (argc == 1) strtok(NULL, " ");                    //~ unsafe(0)
    if (argc == 2) strtok_r(NULL, " ", &rest);           //~ unsafe(0)
}
