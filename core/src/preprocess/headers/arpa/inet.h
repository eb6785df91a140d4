#ifndef __BRAID_ARPA_INET_H
#define __BRAID_ARPA_INET_H

#include <netinet/in.h>

extern in_addr_t inet_addr(const char *text);
extern int inet_aton(const char *text, struct in_addr *address);
extern char *inet_ntoa(struct in_addr address);
extern int inet_pton(int family, const char *text, void *address);
extern const char *inet_ntop(int family, const void *address, char *text, socklen_t size);

#endif
