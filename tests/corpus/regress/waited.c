/* What `select` says of nothing, and what is in a set. */
#include <assert.h>
#include <stdio.h>
#include <sys/select.h>
#include <unistd.h>

int main(void)
{
    fd_set s;
    FD_ZERO(&s);
    assert(!FD_ISSET(3, &s)); //~ unknown, truly safe: sets of files are not followed
    struct timeval patience = {0, 1};
    assert(select(0, NULL, NULL, NULL, &patience) <= 0); //~ unknown, truly safe: what is waited for is not followed
    long at = lseek(0, 5, SEEK_SET);
    assert(at == 5 || at == -1); //~ unknown, truly safe: files are not followed
    return 0;
}
