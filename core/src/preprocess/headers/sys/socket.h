#ifndef __BRAID_SYS_SOCKET_H
#define __BRAID_SYS_SOCKET_H

#include <sys/types.h>
#include <sys/uio.h>

typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_storage { sa_family_t ss_family; char rest[126]; };
struct msghdr {
    void *msg_name;
    socklen_t msg_namelen;
    struct iovec *msg_iov;
    size_t msg_iovlen;
    void *msg_control;
    size_t msg_controllen;
    int msg_flags;
};
struct linger { int l_onoff, l_linger; };

#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_LOCAL AF_UNIX
#define AF_INET 2
#define AF_INET6 10
#define PF_UNSPEC AF_UNSPEC
#define PF_UNIX AF_UNIX
#define PF_INET AF_INET
#define PF_INET6 AF_INET6
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define SOCK_NONBLOCK 04000
#define SOCK_CLOEXEC 02000000
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define SO_TYPE 3
#define SO_ERROR 4
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SOMAXCONN 4096
#define MSG_PEEK 2
#define MSG_DONTWAIT 0x40
#define MSG_WAITALL 0x100
#define MSG_NOSIGNAL 0x4000
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2

extern int socket(int domain, int type, int protocol);
extern int socketpair(int domain, int type, int protocol, int files[2]);
extern int bind(int file, const struct sockaddr *address, socklen_t size);
extern int listen(int file, int backlog);
extern int accept(int file, struct sockaddr *address, socklen_t *size);
extern int accept4(int file, struct sockaddr *address, socklen_t *size, int flags);
extern int connect(int file, const struct sockaddr *address, socklen_t size);
extern int shutdown(int file, int how);
extern ssize_t send(int file, const void *buffer, size_t size, int flags);
extern ssize_t recv(int file, void *buffer, size_t size, int flags);
extern ssize_t sendto(int file, const void *buffer, size_t size, int flags, const struct sockaddr *address,
                      socklen_t address_size);
extern ssize_t recvfrom(int file, void *buffer, size_t size, int flags, struct sockaddr *address,
                        socklen_t *address_size);
extern ssize_t sendmsg(int file, const struct msghdr *message, int flags);
extern ssize_t recvmsg(int file, struct msghdr *message, int flags);
extern int setsockopt(int file, int level, int name, const void *value, socklen_t size);
extern int getsockopt(int file, int level, int name, void *value, socklen_t *size);
extern int getsockname(int file, struct sockaddr *address, socklen_t *size);
extern int getpeername(int file, struct sockaddr *address, socklen_t *size);

#endif
