// strlcpy may be given more room than it needs.
#include <assert.h>
#include <string.h>
int main(void) {
    char text[16];
    strcpy(text + 8, "hi");
    strlcpy(text, text + 8, sizeof text);
    assert(strcmp(text, "hi") == 0);                     //~ safe
}
