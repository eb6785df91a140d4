/* What comes from outside really occurs: violations behind it are violations. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char line[32];
    int n = argc > 1 ? atoi(argv[1]) : 2;
    assert(n != 7); //~ unsafe(0)
    assert(atoi("42") == 42 && abs(-3) == 3); //~ safe
    assert(strtol(argv[0], NULL, 10) != 9); //~ unsafe(0)
    assert(getchar() <= 255); //~ safe
    assert(getchar() != 'x'); //~ unsafe(0)
    char *got = fgets(line, sizeof line, stdin);
    assert(got == NULL || got == line); //~ safe
    assert(got != NULL); //~ unsafe(0)
    ssize_t size = read(0, line, sizeof line);
    assert(size >= -1 && size <= 32); //~ safe
    assert(size < 32); //~ unsafe(0)
    int file = open("/dev/null", O_RDONLY);
    assert(file >= -1); //~ safe
    assert(file >= 0); //~ unsafe(0)
    assert(close(file) <= 0); //~ safe
    assert(getenv("HOME") != NULL); //~ unsafe(0)
    assert(strerror(file) != NULL); //~ safe
    assert(sysconf(_SC_NPROCESSORS_ONLN) != 3); //~ unsafe(0)
    /* There is one answer, which is not remembered. */
    assert((getenv("A") == NULL) == (getenv("A") == NULL)); //~ unknown, truly safe: asked twice
    /* A text of the program says something definite, which is not known here. */
    char text[3] = "17";
    assert(atoi(text) == 17); //~ unknown, truly safe: the digits are not read
    return 0;
}
