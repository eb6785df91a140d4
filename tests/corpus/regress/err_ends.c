/* `err` does not return, `error` only if its first argument is 0. */
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc == 1)
        err(1, "usage: %s", argv[0]);
    assert(argc != 1); //~ safe
    if (argc == 2)
        errx(1, "usage");
    assert(argc != 2); //~ safe
    if (argc == 3)
        error(1, errno, "usage");
    assert(argc != 3); //~ safe
    if (argc == 4)
        warnx("careful");
    if (argc == 5)
        error(0, 0, "careful");
    assert(argc != 5); //~ unsafe(0)
    return 0;
}
