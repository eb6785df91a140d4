// What is copied is known to fit.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const names[2] = {"one", "three"};

int main(int argc, char **argv) {
    char name[8], again[8];
    int which = argc > 1;
    strcpy(name, names[which]);
    strcpy(again, name);
    sprintf(name, "%s", which ? "two" : "four");
    assert(strlen(again) == (which ? 5u : 3u)); //~ safe
    return 0;
}
