// Flags of a connection, as bit-fields. Writing one of them writes its neighbours back.
#include <assert.h>
#include <pthread.h>

struct connection {
    unsigned read_shut : 1;
    unsigned write_shut : 1;
    unsigned level : 3;
};

static struct connection connection;

static void *reader(void *unused)
{
    (void)unused;
    connection.read_shut = 1;
    return 0;
}

static void *writer(void *unused)
{
    (void)unused;
    connection.write_shut = 1;
    connection.level++;
    return 0;
}

int main(void)
{
    pthread_t r, w;

    pthread_create(&r, 0, reader, 0);
    pthread_create(&w, 0, writer, 0);
    pthread_join(r, 0);
    pthread_join(w, 0);
    assert(connection.read_shut && connection.write_shut); //~ unsafe(2)
    assert(connection.level == 1); //~ unsafe(2)
    return 0;
}
