/* Handles are not numbers. */
#include <pthread.h>

int main(void)
{
    pthread_t a = pthread_self();
    switch (a) { //~ error[type-error]
    case 0:
        return 1;
    }
    return 0;
}
