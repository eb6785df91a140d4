// What is called is neither a function nor a pointer to one.

int go;

int main(void) {
    go();    //~ error[type-error]
    return 0;
}
