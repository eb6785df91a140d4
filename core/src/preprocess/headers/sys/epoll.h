#ifndef __BRAID_SYS_EPOLL_H
#define __BRAID_SYS_EPOLL_H

#include <stdint.h>

typedef union { void *ptr; int fd; uint32_t u32; uint64_t u64; } epoll_data_t;
struct epoll_event { uint32_t events; epoll_data_t data; };

#define EPOLLIN 1u
#define EPOLLPRI 2u
#define EPOLLOUT 4u
#define EPOLLERR 8u
#define EPOLLHUP 16u
#define EPOLLRDHUP 0x2000u
#define EPOLLONESHOT (1u << 30)
#define EPOLLET (1u << 31)
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3
#define EPOLL_CLOEXEC 02000000

extern int epoll_create(int size);
extern int epoll_create1(int flags);
extern int epoll_ctl(int epoll, int operation, int file, struct epoll_event *event);
extern int epoll_wait(int epoll, struct epoll_event *events, int most, int milliseconds);

#endif
