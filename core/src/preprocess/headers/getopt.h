#ifndef __BRAID_GETOPT_H
#define __BRAID_GETOPT_H

struct option { const char *name; int has_arg; int *flag; int val; };

#define no_argument 0
#define required_argument 1
#define optional_argument 2

extern char *optarg;
extern int optind, opterr, optopt;

/* The words of the command line are input, and so is what is found among them. */
void __braid_option(int c, int n_words, char *const words[]) {
    optarg = (char *)0;
    if (c != -1 && __VERIFIER_nondet_bool()) optarg = words[0];
    optind = __VERIFIER_nondet_int();
    __VERIFIER_assume(optind >= 1);
    if (n_words >= 1) __VERIFIER_assume(optind <= n_words);
}
int getopt(int n_words, char *const words[], const char *letters) {
    int __c = __braid_letter(letters);
    __braid_option(__c, n_words, words);
    return __c;
}
/* Which values long options have is in their table: those are not known to occur. */
int getopt_long(int n_words, char *const words[], const char *letters, const struct option *options, int *which) {
    int __c = __braid_letter(letters);
    if (__VERIFIER_nondet_bool()) __c = __braid_long_option();
    if (which) *which = __braid_long_option();
    __braid_option(__c, n_words, words);
    return __c;
}

#endif
