/* As recursive_tree.c, but the tree is not under the lock. Fails with 2 threads. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

static struct node *root;

static struct node *insert(struct node *node, int key)
{
    if (!node) {
        node = malloc(sizeof *node);
        node->key = key;
        node->left = node->right = 0;
    } else if (key < node->key) {
        node->left = insert(node->left, key);
    } else {
        node->right = insert(node->right, key);
    }
    return node;
}

static int count(struct node *node)
{
    return node ? 1 + count(node->left) + count(node->right) : 0;
}

static void *worker(void *arg)
{
    root = insert(root, *(int *)arg);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    int keys[2] = { 5, 3 };
    pthread_create(&a, 0, worker, &keys[0]);
    pthread_create(&b, 0, worker, &keys[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count(root) == 2); //~ unsafe(2)
    return 0;
}
