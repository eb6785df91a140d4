#ifndef __BRAID_STDALIGN_H
#define __BRAID_STDALIGN_H

#define alignas _Alignas
#define alignof _Alignof

#endif
