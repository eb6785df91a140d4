#ifndef __BRAID_GETOPT_H
#define __BRAID_GETOPT_H

struct option { const char *name; int has_arg; int *flag; int val; };

#define no_argument 0
#define required_argument 1
#define optional_argument 2

extern char *optarg;
extern int optind, opterr, optopt;

/* The words of the command line are input, and so is what is found among them: `takes` says whether the option
   has a word behind it (1), has none (0), or may have one (2). */
void __braid_option(int takes, int n_words, char *const words[]) {
    optarg = (char *)0;
    if (takes == 1 || (takes == 2 && __VERIFIER_nondet_bool())) optarg = words[0];
    optind = __VERIFIER_nondet_int();
    __VERIFIER_assume(optind >= 1);
    if (n_words >= 1) __VERIFIER_assume(optind <= n_words);
}
int getopt(int n_words, char *const words[], const char *letters) {
    int __c = -1;
    if (n_words > 1) __c = __braid_letter(letters);
    if (__c == '?' || __c == ':') optopt = __braid_long_option();
    __braid_option(__braid_takes_word(letters, __c), n_words, words);
    return __c;
}
/* A long option stands in the table, whose last entry is empty. */
int getopt_long(int n_words, char *const words[], const char *letters, const struct option *options, int *which) {
    if (n_words > 1 && options && __VERIFIER_nondet_bool()) {
        for (int __k = 0; options[__k].name; __k++) {
            if (__VERIFIER_nondet_bool()) continue;
            if (which) *which = __k;
            __braid_option(options[__k].has_arg, n_words, words);
            if (options[__k].flag == (int *)0) return options[__k].val;
            *options[__k].flag = options[__k].val;
            return 0;
        }
    }
    return getopt(n_words, words, letters);
}
int getopt_long_only(int n_words, char *const words[], const char *letters, const struct option *options, int *which) {
    return getopt_long(n_words, words, letters, options, which);
}

#endif
