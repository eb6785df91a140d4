// Two separators in a row are one for `strtok`.
#include <assert.h>
#include <string.h>

static char line[] = "a,,c";

int main(void) {
    char *word = strtok(line, ",");
    assert(word == line); //~ safe
    word = strtok(NULL, ",");
    assert(word != NULL && word[0] == ','); //~ unsafe(0)
    return 0;
}
