#ifndef __BRAID_SYS_IOCTL_H
#define __BRAID_SYS_IOCTL_H

#define TIOCGWINSZ 0x5413
#define FIONREAD 0x541b
#define FIONBIO 0x5421

struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };

extern int ioctl(int file, unsigned long request, ...);

#endif
