enum state { IDLE, BUSY };
typedef struct { enum state state; struct { int x; } inner; } item_t;
int item_is_busy(item_t *of);
inline int least(int a, int b) { return a < b ? a : b; }
