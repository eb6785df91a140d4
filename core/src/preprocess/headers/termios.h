#ifndef __BRAID_TERMIOS_H
#define __BRAID_TERMIOS_H

typedef unsigned int tcflag_t;
typedef unsigned char cc_t;
typedef unsigned int speed_t;
struct termios { tcflag_t c_iflag, c_oflag, c_cflag, c_lflag; cc_t c_cc[32]; };

#define ISIG 1
#define ICANON 2
#define ECHO 8
#define IEXTEN 0x8000
#define ICRNL 0x100
#define IXON 0x400
#define BRKINT 2
#define INPCK 0x10
#define ISTRIP 0x20
#define OPOST 1
#define CS8 0x30
#define CREAD 0x80
#define CLOCAL 0x800
#define VTIME 5
#define VMIN 6
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2
#define TCIFLUSH 0
#define TCIOFLUSH 2
#define B9600 13
#define B115200 0x1002

extern int tcgetattr(int file, struct termios *result);
extern int tcsetattr(int file, int when, const struct termios *settings);
extern int tcflush(int file, int queue);
extern int cfsetispeed(struct termios *settings, speed_t speed);
extern int cfsetospeed(struct termios *settings, speed_t speed);
extern void cfmakeraw(struct termios *settings);

#endif
