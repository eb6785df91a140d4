#ifndef __BRAID_BITS_WORDS_H
#define __BRAID_BITS_WORDS_H

/* What has been asked about the words of the command line. A word may have any answer to what it is asked for the first
   time, as long as it is not known what it says. Nothing is remembered of words in front of the last one, and for a
   word only the last place of the program that has asked: what is asked in another order is not known to occur. */
static int __braid_last_word, __braid_last_place;
static _Bool __braid_word_known;

extern int __braid_unspecified(void);
extern _Bool __VERIFIER_nondet_bool(void);

_Bool __braid_asks(int word, int place) {
    if (word > __braid_last_word) {
        __braid_last_word = word;
        __braid_last_place = 0;
        __braid_word_known = 0;
    }
    if (word != __braid_last_word || place <= __braid_last_place || __braid_word_known) return 0;
    __braid_last_place = place;
    return 1;
}
/* For the number that it says. */
_Bool __braid_asks_number(int word, int place) {
    if (!__braid_asks(word, place)) return 0;
    __braid_word_known = 1;
    return 1;
}
/* Whether it is a certain text, or starts with it. */
int __braid_compared(int word, int place) {
    if (!__braid_asks(word, place)) return __braid_unspecified();
    if (__VERIFIER_nondet_bool()) return __VERIFIER_nondet_bool() ? 1 : -1;
    __braid_word_known = 1;
    return 0;
}

#endif
