/* Memory that functions of the library are given must be there, and large enough. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char *shared;

static void *frees(void *arg)
{
    free(shared);
    return arg;
}

static void freed(int how)
{
    char *p = calloc(4, 1);
    if (how == 1)
        printf("%s", p);
    free(p);
    if (how == 2)
        printf("%s", p); //~ unsafe
    else if (how == 3)
        puts(p); //~ unsafe
    else if (how == 4 && read(0, p, 4) < 0) //~ unsafe
        puts("none");
}

static void small(int n)
{
    char b[4];
    int a[4], *none = NULL;
    if (n == 5 && fgets(b, 4, stdin) && fgets(b, n, stdin)) //~ unsafe
        puts("line");
    if (n == 6 && read(0, &a[3], 4) + read(0, &a[3], 8) < 0) //~ unsafe
        puts("none");
    if (n == 7 && fwrite(a, sizeof a[0], 4, stdout) + fwrite(a, sizeof a[0], (size_t)n, stdout) > 0) //~ unsafe
        puts("written");
    if (n == 8 && scanf("%d %3s %d", &a[0], b, none) == 3) //~ unsafe
        puts("read");
}

int main(void)
{
    int how = getchar();
    freed(how);
    small(how);
    if (how == 9) {
        pthread_t t;
        shared = calloc(4, 1);
        pthread_create(&t, NULL, frees, NULL);
        if (write(1, shared, 4) < 0) //~ unsafe
            puts("none");
        pthread_join(t, NULL);
    }
    return 0;
}
