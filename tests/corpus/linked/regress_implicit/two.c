#include "shared.h"

int cells[3];
item_t item;

int sum(int a, short b) { return a + b + cells[2]; }
int item_is_busy(item_t *of) { return of->state == BUSY; }
