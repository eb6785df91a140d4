/* The same question in other words has the same answer. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    int a = atoi(argv[1]), c = atoi(argv[2]);
    assert(a != c); //~ unsafe
    int b = atoi(*(argv + 1));
    assert(a == b); //~ unknown, truly safe: answers are not remembered
    assert(sysconf(_SC_PAGESIZE) >= 512); //~ unknown, truly safe: what the system says is not known
    char words[] = "1 2", *word = strtok(words, " ");
    assert(!word || atoi(word) == 1); //~ unknown, truly safe: strtok is not followed
    return 0;
}
