// Text of the program's own is taken apart by `strtok` and its kin, character by character.
#include <assert.h>
#include <string.h>
#include <strings.h>

static char line[] = "a,bc";

int main(void) {
    char *word = strtok(line, ",");
    assert(word == line); //~ safe
    word = strtok(NULL, ",");
    assert(word != NULL && word[0] == 'b'); //~ safe
    assert(strlen(word) == 2);              //~ safe
    assert(strtok(NULL, ",") == NULL);      //~ safe

    char text[] = "key=v";
    assert(strcspn(text, "=") == 3);       //~ safe
    assert(strspn(text, "yek") == 3);      //~ safe
    assert(strstr(text, "=v") == text + 3); //~ safe
    assert(strstr(text, "vv") == NULL);    //~ safe
    assert(strpbrk(text, "x=") == text + 3); //~ safe
    assert(strrchr(text, 'k') == text);    //~ safe
    assert(memchr(text, 'v', 5) == text + 4); //~ safe
    assert(memchr(text, 'v', 4) == NULL);  //~ safe
    assert(strcasecmp(text, "KEY=V") == 0); //~ safe
    assert(strncasecmp(text, "KEx", 2) == 0); //~ safe
    char copy[8];
    assert(stpcpy(copy, text) == copy + 5); //~ safe
    return 0;
}
