#ifndef __BRAID_GETOPT_H
#define __BRAID_GETOPT_H

struct option { const char *name; int has_arg; int *flag; int val; };

#define no_argument 0
#define required_argument 1
#define optional_argument 2

extern char *optarg;
extern int optind, opterr, optopt;

/* The words of the command line are input, and so is what is found among them. For the first two options it is known
   that they occur, each in a word of its own; for others, and after the last one, it is not. */
static int __braid_n_options;
static _Bool __braid_last_option;
/* Whether it is known what the word of the last option says. */
static _Bool __braid_option_known;
_Bool __braid_asks_option(void) {
    _Bool __asks = !__braid_option_known;
    __braid_option_known = 1;
    return __asks;
}

extern int __braid_unspecified(void);
extern char *__braid_word(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

/* Nothing behind this is known to occur. */
void __braid_unsure(void) { __VERIFIER_assume(__braid_unspecified() == 0); }

_Bool __braid_is_option(int n_words) {
    if (n_words < 2) return 0;
    if (__braid_last_option || __braid_n_options > 1) __braid_unsure();
    return __VERIFIER_nondet_bool();
}
/* `takes` says whether the option has a word behind it (1), has none (0), or may have one (2). */
void __braid_option(int n_words, int takes) {
    if (__braid_n_options + 1 >= n_words) __braid_unsure();
    if (__braid_n_options <= 1) __braid_n_options++;
    optind = __braid_unspecified();
    optarg = (char *)0;
    __braid_option_known = 0;
    if (takes == 1 || (takes == 2 && __VERIFIER_nondet_bool())) optarg = __braid_word();
}
int getopt(int n_words, char *const words[], const char *letters) {
    if (__braid_is_option(n_words)) {
        int __c = __braid_letter(letters, words);
        __braid_option(n_words, __braid_takes_word(letters, __c));
        if (__c == '?' || __c == ':') optopt = __braid_unspecified();
        /* The word behind the last option is missing. */
        if (__c == ':') __braid_last_option = 1;
        return __c;
    }
    optarg = (char *)0;
    optind = 1;
    if (n_words > 1) {
        optind = __braid_n_options + 1;
        if (__VERIFIER_nondet_bool()) {
            optind = __braid_unspecified();
            __VERIFIER_assume(optind >= 1);
        }
        __VERIFIER_assume(optind <= n_words);
    }
    __braid_last_option = 1;
    return -1;
}
/* A long option stands in the table, whose last entry is empty. */
int getopt_long(int n_words, char *const words[], const char *letters, const struct option *options, int *which) {
    if (options && __braid_is_option(n_words)) {
        for (int __k = 0; options[__k].name; __k++) {
            if (__VERIFIER_nondet_bool()) continue;
            __braid_option(n_words, options[__k].has_arg);
            if (which) *which = __k;
            if (options[__k].flag == (int *)0) return options[__k].val;
            *options[__k].flag = options[__k].val;
            return 0;
        }
    }
    return getopt(n_words, words, letters);
}

#endif
