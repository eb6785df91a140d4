// Keys of thread-specific data are those that were created and not deleted.
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>
static pthread_key_t key;
static tss_t other;
static int x;
int main(int argc, char **argv) {
    if (argc == 1) pthread_setspecific(key, &x);     //~ unsafe(0)
    if (argc == 2) tss_set(other, &x);               //~ unsafe(0)
    pthread_key_create(&key, NULL);
    tss_create(&other, NULL);
    pthread_setspecific(key, &x);
    tss_set(other, &x);
    pthread_key_delete(key);
    tss_delete(other);
    if (argc == 3) pthread_getspecific(key);         //~ unsafe(0)
    if (argc == 4) tss_get(other);                   //~ unsafe(0)
}
