/* What two units say about one name must fit. */
#include <pthread.h>

int flag;
int limit = 3;
int twice(int value) { return value + value; }
struct pair { int first, second; };
struct pair pair;

int main(void) { return twice(flag) + limit; }
