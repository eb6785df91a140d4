#ifndef __BRAID_NETDB_H
#define __BRAID_NETDB_H

#include <netinet/in.h>

struct addrinfo {
    int ai_flags, ai_family, ai_socktype, ai_protocol;
    socklen_t ai_addrlen;
    struct sockaddr *ai_addr;
    char *ai_canonname;
    struct addrinfo *ai_next;
};
struct hostent { char *h_name, **h_aliases; int h_addrtype, h_length; char **h_addr_list; };
struct servent { char *s_name, **s_aliases; int s_port; char *s_proto; };

#define h_addr h_addr_list[0]
#define AI_PASSIVE 1
#define AI_CANONNAME 2
#define AI_NUMERICHOST 4
#define AI_NUMERICSERV 0x400
#define NI_NUMERICHOST 1
#define NI_NUMERICSERV 2
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
#define EAI_NONAME (-2)
#define EAI_AGAIN (-3)

extern int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found);
extern void freeaddrinfo(struct addrinfo *found);
extern const char *gai_strerror(int error);
extern int getnameinfo(const struct sockaddr *address, socklen_t size, char *host, socklen_t host_size,
                       char *service, socklen_t service_size, int flags);
extern struct hostent *gethostbyname(const char *name);
extern struct servent *getservbyname(const char *name, const char *protocol);

#endif
