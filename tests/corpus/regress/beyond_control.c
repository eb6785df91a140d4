/* Jumps between functions, signals and processes are not modelled: what comes after them is unknown. */
#include <assert.h>
#include <ctype.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf place;
static volatile sig_atomic_t signalled;

static void handler(int number)
{
    signalled = number;
}

int main(void)
{
    int choice = rand() % 4;
    assert(isdigit('0' + choice)); //~ safe
    assert(isupper('?' + choice)); //~ unsafe
    if (choice == 0) {
        volatile int n = 0;
        if (setjmp(place) == 0) { //~ error[unsupported-construct]
            n = 1;
            longjmp(place, 1);
        }
        assert(n == 0); //~ unknown, truly unsafe: a jump between functions
    } else if (choice == 1) {
        signal(SIGINT, handler); //~ error[unsupported-construct]
        assert(signalled == 0); //~ unknown, truly unsafe: a signal handler
    } else if (choice == 2) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = handler;
        sigaction(SIGTERM, &action, NULL); //~ error[unsupported-construct]
        assert(signalled == 0); //~ unknown, truly unsafe: a signal handler
    } else {
        signal(SIGPIPE, SIG_IGN);
        raise(SIGABRT); //~ error[unsupported-construct]
        assert(0); //~ unknown, truly safe: the signal ends the program
    }
    return 0;
}
