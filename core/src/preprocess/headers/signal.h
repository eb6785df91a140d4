#ifndef __BRAID_SIGNAL_H
#define __BRAID_SIGNAL_H

#include <sys/types.h>

typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
typedef struct { unsigned long bits[2]; } sigset_t;
typedef struct { int si_signo, si_errno, si_code; pid_t si_pid; } siginfo_t;
struct sigaction {
    sighandler_t sa_handler;
    void (*sa_sigaction)(int, siginfo_t *, void *);
    sigset_t sa_mask;
    int sa_flags;
};

#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2

extern sighandler_t signal(int number, sighandler_t handler);
extern int sigaction(int number, const struct sigaction *action, struct sigaction *old);
extern int raise(int number);
extern int kill(pid_t process, int number);
extern int sigemptyset(sigset_t *set);
extern int sigfillset(sigset_t *set);
extern int sigaddset(sigset_t *set, int number);
extern int sigdelset(sigset_t *set, int number);
extern int sigismember(const sigset_t *set, int number);
extern int sigsuspend(const sigset_t *set);
extern int sigpending(sigset_t *set);
extern int sigwait(const sigset_t *set, int *number);
extern int sigprocmask(int how, const sigset_t *set, sigset_t *old);
extern int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);

#endif
