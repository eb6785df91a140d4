// String literals are there for reading.
int main(void) {
    char *text = "abc";
    text[0] = 'x';                             //~ unsafe
    return 0;
}
