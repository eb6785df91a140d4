/* Headers of the usual systems are known, and their names mean what they mean there. */
#define _GNU_SOURCE
#include <alloca.h>
#include <arpa/inet.h>
#include <assert.h>
#include <dirent.h>
#include <dlfcn.h>
#include <endian.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <execinfo.h>
#include <features.h>
#include <fenv.h>
#include <grp.h>
#include <libgen.h>
#include <linux/futex.h>
#include <linux/types.h>
#include <locale.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <spawn.h>
#include <strings.h>
#include <sys/cdefs.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/param.h>
#include <sys/poll.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <syslog.h>
#include <termios.h>
#include <utime.h>
#include <wchar.h>

/* Not everybody means what the library means by these. */
static int link, access, index_of;

int main(void)
{
    assert(E2BIG == 7 && EWOULDBLOCK == EAGAIN && ENOTSUP == EOPNOTSUPP && EHWPOISON == 133); //~ safe
    assert(EDEADLOCK == EDEADLK && ECONNREFUSED == 111 && ENODEV == 19); //~ safe
    assert(htobe16(0x1234) == 0x3412 && htole32(5) == 5); //~ safe
    assert(MAX(2, 3) == 3 && AF_INET == 2 && link + access + index_of == 0); //~ safe
    return 0;
}
