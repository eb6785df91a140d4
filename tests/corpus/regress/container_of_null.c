// The address of a member of an object at address 0 is how far the member lies from the start.
#include <assert.h>
#include <stddef.h>
#define container_of(ptr, type, member) ({ \
    const __typeof__(((type *)0)->member) *__mptr = (ptr); \
    (type *)((char *)__mptr - (size_t)&((type *)0)->member); })
struct link { struct link *next; };
struct device { int id; struct link link[2]; };
static struct device device = {7, {{0}, {0}}};
int main(void) {
    struct link *link = &device.link[0];
    struct device *found = container_of(link, struct device, link[0]);
    assert(found->id == 7);      //~ safe
    assert(found->id == 8);      //~ unsafe(0)
    return 0;
}
