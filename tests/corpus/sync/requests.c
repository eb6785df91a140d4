// Clients ask a server, each with a request on its own stack, and wait there for the answer.
#include <assert.h>
#include <pthread.h>

#define CLIENTS 2

struct request {
    int question, answer, is_answered;
    pthread_cond_t answered;
    struct request *next;
};

static struct request *requests;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER;

static void *client(void *arg)
{
    struct request own = {.question = (int)(long)arg, .answered = PTHREAD_COND_INITIALIZER};
    pthread_mutex_lock(&lock);
    own.next = requests;
    requests = &own;
    pthread_cond_signal(&asked);
    while (!own.is_answered) {
        pthread_cond_wait(&own.answered, &lock);
    }
    pthread_mutex_unlock(&lock);
    assert(own.answer == own.question + 1); //~ safe
    return 0;
}

static void *server(void *arg)
{
    for (int i = 0; i < CLIENTS; i++) {
        pthread_mutex_lock(&lock);
        while (!requests) {
            pthread_cond_wait(&asked, &lock);
        }
        struct request *request = requests;
        requests = request->next;
        request->answer = request->question + 1;
        request->is_answered = 1;
        pthread_cond_signal(&request->answered);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t clients[CLIENTS], answers;
    pthread_create(&answers, 0, server, 0);
    for (int i = 0; i < CLIENTS; i++) {
        pthread_create(&clients[i], 0, client, (void *)(long)(i + 1));
    }
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(clients[i], 0);
    }
    pthread_join(answers, 0);
    return 0;
}
