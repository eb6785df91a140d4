// Functions of a variable number of arguments: a sum, a mixed list by a format, a logger, among threads.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
static int sum(int n, ...);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, lines;
static void move(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    pthread_mutex_lock(&lock);
    while (n-- > 0)
        balance += va_arg(ap, int);
    pthread_mutex_unlock(&lock);
    va_end(ap);
}
static int total(const char *format, ...)
{
    va_list ap, again;
    int s = 0;
    va_start(ap, format);
    va_copy(again, ap);
    for (; *format; format++) {
        switch (*format) {
        case 'i': s += va_arg(ap, int); break;
        case 'u': s += va_arg(ap, unsigned); break;
        case 'l': s += (int)va_arg(ap, long); break;
        case 's': s += va_arg(ap, const char *)[0]; break;
        case 'p': *va_arg(ap, int *) = s; break;
        case 'd': (void)va_arg(ap, double); break;
        }
    }
    va_end(ap);
    if (s == 1)
        s = va_arg(again, int) + 1000;
    va_end(again);
    return s;
}
static void log_line(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    lines++;
    vprintf(format, ap);
    va_end(ap);
}
static void *transfer(void *arg)
{
    move(2, 1, -1);
    pthread_mutex_lock(&lock);
    assert(balance == 0); //~ safe
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(int argc, char **argv)
{
    char c = 5;
    int x = 0;
    assert(sum(0) == 0 && sum(2, 3, 4) == 7 && sum(1, c) == 5); //~ safe
    assert(sum(3, argc, 1, (short)2) == argc + 3); //~ safe
    assert(total("ilsp", 1, 2L, "a", &x) == 'a' + 3 && x == 'a' + 3); //~ safe
    assert(total("id", 1, 2.5f) == 1001); //~ safe
    assert(total("u", 7) == 7); //~ safe
    log_line("%d %s\n", 3, "x");
    assert(lines == 1); //~ safe
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, transfer, 0);
}
static int sum(int n, ...)
{
    va_list ap;
    int s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}
