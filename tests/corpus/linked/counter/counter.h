/* What the units share: a type that only one of them defines, and functions. */
#ifndef COUNTER_H
#define COUNTER_H

struct counter;

struct counter *counter_get(void);
void counter_bump(struct counter *counter);
int counter_value(struct counter *counter);

extern int limit;

static inline int twice(int value) { return value + value; }

#endif
