// Flags of a connection, as bit-fields. Those that two threads write are kept apart by a field of width 0.
#include <assert.h>
#include <pthread.h>

struct connection {
    unsigned read_shut : 1;
    unsigned : 0;
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
    assert(connection.read_shut && connection.write_shut); //~ safe
    assert(connection.level == 1); //~ safe
    return 0;
}
