/* The second unit is where it does not. */
extern long flag;                        //~ error[type-error]
int limit = 4;                           //~ error[type-error]
long twice(long value);                  //~ error[type-error]
int main(void) { return 0; }             //~ error[type-error]

/* Another struct of the same tag is fine, but not as the type of the same variable. */
struct pair { long first, second; };
static struct pair own;
extern struct pair pair;                 //~ error[type-error]
