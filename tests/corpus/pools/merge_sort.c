// Parallel merge sort: each half is sorted by a thread of its own, which is told what to do by a variable on
// the stack of the thread that waits for it.
#include <assert.h>
#include <pthread.h>

#define SIZE 4

struct part {
    int *first;
    int length;
};

static int numbers[SIZE] = {3, 1, 4, 2};

static void merge(int *first, int half, int length)
{
    int merged[SIZE];
    int left = 0, right = half;
    for (int i = 0; i < length; i++) {
        if (right == length || (left < half && first[left] <= first[right])) {
            merged[i] = first[left++];
        } else {
            merged[i] = first[right++];
        }
    }
    for (int i = 0; i < length; i++) {
        first[i] = merged[i];
    }
}

static void *sort(void *arg)
{
    const struct part *own = arg;
    if (own->length < 2) {
        return 0;
    }
    int half = own->length / 2;
    struct part left = {own->first, half};
    struct part right = {own->first + half, own->length - half};
    pthread_t left_sorter, right_sorter;
    pthread_create(&left_sorter, 0, sort, &left);
    pthread_create(&right_sorter, 0, sort, &right);
    pthread_join(left_sorter, 0);
    pthread_join(right_sorter, 0);
    merge(own->first, half, own->length);
    return 0;
}

int main(void)
{
    struct part all = {numbers, SIZE};
    pthread_t sorter;
    pthread_create(&sorter, 0, sort, &all);
    pthread_join(sorter, 0);
    for (int i = 1; i < SIZE; i++) {
        assert(numbers[i - 1] <= numbers[i]); //~ safe
    }
    return 0;
}
