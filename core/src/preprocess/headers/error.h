#ifndef __BRAID_ERROR_H
#define __BRAID_ERROR_H

extern void exit(int status);

extern unsigned int error_message_count;
extern int error_one_per_line;
/* It ends the program unless the status is 0. */
void error(int status, int number, const char *format, ...) { if (status != 0) exit(status); }
void error_at_line(int status, int number, const char *file, unsigned int line, const char *format, ...) {
    if (status != 0) exit(status);
}

#endif
