/* As earlier_round.c, in a block. */
static int *keep, out;

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int v = i;
        if (i == 1)
            out = *keep; //~ unsafe(0)
        keep = &v;
    }
    return 0;
}
