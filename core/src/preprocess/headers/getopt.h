#ifndef __BRAID_GETOPT_H
#define __BRAID_GETOPT_H

extern char *optarg;
extern int optind, opterr, optopt;
extern int getopt(int n_words, char *const words[], const char *letters);

#endif
