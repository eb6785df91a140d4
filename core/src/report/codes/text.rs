//! The codes of problems in the text.

use super::Explanation;

/// Shorthand: most problems of this kind are explained by their message.
const fn code(code: &'static str, summary: &'static str, text: &'static str) -> Explanation {
    Explanation { code, summary, text }
}

/// Problems of reading files and expanding macros.
pub(super) const PREPROCESSING: &[Explanation] = &[
    code(
        "include-not-found",
        "An included file was not found",
        "\
Braid looks for #include \"file\" beside the including file and then in the directories given with -I,
and for #include <file> among its own small models of the standard headers and then in the directories
given with -I. It never reads the system's headers. Add the directory with -I, or remove the include if
nothing from it is needed.",
    ),
    code(
        "include-too-deep",
        "Files include each other without end",
        "Two files include each other, or one includes itself. Add include guards.",
    ),
    code(
        "too-many-includes",
        "Files are included more often than any real program does",
        "The includes multiply. Add include guards to the files named in the message.",
    ),
    code(
        "bad-include",
        "An #include does not name a file",
        "Write #include \"file\" or #include <file>.",
    ),
    code(
        "not-text",
        "The file holds a NUL byte",
        "C source text has no NUL bytes. The file is probably not C, or not saved as UTF-8.",
    ),
    code("unterminated-comment", "A comment has no end", "Close the comment with */."),
    code(
        "unterminated-string",
        "A string has no closing quote",
        "Strings end on the line they start on. Close the quote, or continue the line with a backslash.",
    ),
    code(
        "unterminated-char",
        "A character constant has no closing quote",
        "Close the quote. In text that is not C, put the apostrophe into a comment.",
    ),
    code(
        "stray-character",
        "A character that occurs in no C token",
        "The character belongs into a string or a comment, or was pasted by accident.",
    ),
    code("unterminated-conditional", "An #if has no #endif", "Add the missing #endif."),
    code(
        "unmatched-conditional",
        "An #else, #elif or #endif has no #if",
        "Remove it, or add the missing #if.",
    ),
    code(
        "bad-condition",
        "The condition of an #if is no integer constant expression",
        "Only integers, macros, defined(...) and operators may occur in the condition of an #if.",
    ),
    code(
        "condition-divides-by-zero",
        "The condition of an #if divides by zero",
        "Check the macros in the condition; names that are not defined count as 0.",
    ),
    code(
        "unknown-directive",
        "A # directive that C does not know",
        "Check its spelling. Directives inside an #if that is not taken are not looked at.",
    ),
    code(
        "bad-directive",
        "A # directive lacks what it needs",
        "For example, #undef without a name.",
    ),
    code(
        "error-directive",
        "The text says #error",
        "A header refuses this configuration. Define with -D what it asks for.",
    ),
    code("warning-directive", "The text says #warning", "Shown for information; it changes nothing."),
    code("bad-define", "A #define defines nothing", "Check the macro's name and parameters."),
    code(
        "macro-redefined",
        "A macro is defined again with another body",
        "The last definition counts from there on. Use #undef first if that is intended.",
    ),
    code(
        "macro-arguments",
        "A macro is called with too few or too many arguments",
        "Compare the call with the macro's definition.",
    ),
    code(
        "unterminated-call",
        "The arguments of a macro have no end",
        "Close the parenthesis of the macro's call.",
    ),
    code(
        "bad-paste",
        "## joins two tokens that do not make one",
        "The result of ## must be a single C token.",
    ),
    code(
        "expansion-too-large",
        "Macros expand to more than Braid is willing to read",
        "Some macro doubles itself over and over. Simplify it.",
    ),
    code(
        "nesting-too-deep",
        "Brackets are nested too deeply",
        "No hand-written program nests so deeply; the text is generated or damaged.",
    ),
    code(
        "too-many-problems",
        "The list of problems was cut off",
        "Only the first ones are shown. Start with those.",
    ),
];

/// Problems of parsing C and giving it a meaning.
pub(super) const MEANING: &[Explanation] = &[
    code(
        "syntax-error",
        "The text is not C",
        "\
A compiler would refuse it as well, or it uses an extension that Braid does not know. Nothing is said
about a program that is not understood.",
    ),
    code(
        "unknown-type",
        "A type is used that is not declared",
        "Include the header that declares it, or declare it. Braid does not read system headers.",
    ),
    code(
        "unknown-name",
        "A name is used that is not declared",
        "Check its spelling, or include the header that declares it.",
    ),
    code(
        "type-error",
        "An expression does not fit its place",
        "\
The operands have types for which C gives the expression no meaning, or one that Braid does not follow.
A compiler with warnings turned on usually says the same.",
    ),
    code(
        "unsupported-construct",
        "Something that Braid does not understand yet",
        "\
The place is marked. Whatever lies behind it is called unknown as soon as a thread can get there; the
rest of the program is checked, and violations found elsewhere are real. The hint says how the
construct can be written in another way.

Types and objects:
- a 128-bit integer, a vector type, a number of an uncommon floating type, a type of an explicit machine mode or this
  machine mode, a record with an explicit byte order, this alignment: use a plain type;
- an array whose size is not constant in a struct or at file scope, an initialiser of an array of variable length,
  this step to another array of variable length, an effect in the operand of a size that is not constant, an array of
  many elements, an element of an array whose length is not known: give the array a constant length;
- this member of a union that differs from its first member in layout (and is, or lies beside, something that is no
  more than bits: a lock, a thread handle, a guarded field, a number that is not aligned), also in an initialiser, a
  transparent union: use a struct, or separate variables;
- a tagged record declared inside another one: declare it outside;
- the underlying type of an enum, a deduced type, the unqualified type of an expression: write the type;
- an object of an unsupported type, a value of an unsupported type: mend its declaration, which has a
  message of its own;
- a thread handle as a number (or a pointer, or a number as a handle): use `pthread_equal` to compare handles;
- a variable with a clean-up function: call the function at the end of the block.

Memory:
- memory of this size, more objects from one place than Braid has room for (16 at most, if `heapObjects` says no other
  number), coming more often than that to the declaration of a variable whose address reaches other threads, in a
  function that several threads run; more memory of a size that is not constant (64 elements at most): allocate fewer or smaller objects, or raise
  `heapObjects`;
- memory that is not a variable of the program, such as what an unknown function returns, freeing memory from
  elsewhere: use variables, or memory from `malloc`;
- memory that changes its type: allocate new memory;
- access through a pointer to another type, access to a place at which no object starts, an address that is
  no pointer: access objects by their own type;
- this operation on bytes: assign the members or elements;
- the contents of string literals of more than 63 characters: use an array;
- this initialiser is not a constant that Braid can compute: initialise it in `main`.

Structs:
- this struct value, this struct argument, returning a struct, a struct in this place: go by way of a
  variable;
- a copy of an atomic struct to or from another shared one, this atomic operation on a struct: pack its fields
  into one integer.

Expressions and statements:
- this expression, variable arguments (of a function that is called by a pointer or from another file, or has static
  variables; in a function that is given a `va_list`; of struct type): write it with plain operators and calls;
- a choice between types that differ in qualifiers only (`_Generic` on a pointer): call the function that is meant;
- this arithmetic with a check for overflow, if its operands are of 64 bits and differ from the result in sign, or their
  order of evaluation matters: use operands and a result of one type;
- a part of a complex number, a malformed literal: use real numbers;
- the offset of a nested member: add the offsets of the members on the way;
- the address of a label, a computed goto: use a switch;
- a jump to a label that is not here, out of an asynchronous statement: jump within it;
- a jump out of no loop: put it into a loop;
- a jump past the declaration of a variable with a clean-up function, a clean-up function in a declaration behind
  a label, returning this behind a clean-up function: put the declaration first, return a variable;
- a function inside a function: move it out;
- inline assembly: call a function with a C body instead;
- an asynchronous statement that starts itself: start the threads from outside of it;
- an asynchronous statement in this place, an array or struct used by an asynchronous statement: start it in a
  plain block, and make the variable global.

Functions:
- `%n`: count the characters by what the function returns;
- `pthread_exit` in `main` in a program with functions to run at its end: join the threads and return instead;
- a comparison that does more than compare, sorting or searching elements of no type, elements of another size than
  their type has: give `qsort` and `bsearch` a pointer to the elements, and a function that writes to its own variables
  only;
- this operation of `futex`: use `FUTEX_WAIT` and `FUTEX_WAKE`;
- creating a detached thread where threads are joined and compared: call pthread_detach after creating it;
- a function that stands for another one, a name given for the object file, a function of another name in the
  object file: use one name;
- a priority of a `constructor` or `destructor` that is no number: write a number;
- a call whose arguments do not fit the function, this call: declare the function with its parameters, and
  check the arguments;
- a call of a function through a pointer of another type, a call of a function from elsewhere: give the pointer
  the type of the function, and the address of one that is defined here;
- a function that may call a function that it is given, such as `qsort`, this result of an unknown function: define
  the function;
- `setjmp`, `longjmp`, contexts: return an error code instead;
- signal handlers, `raise`, `sigwait` and their like, `fork`: leave them out for checking.

Threads:
- a thread function without a body: define it;
- `pthread_cancel`, named semaphores and other functions of pthreads that are not modelled: leave them out for
  checking;
- ending a thread while a clean-up handler is registered: clean up
  before the thread ends;
- detaching this thread where threads are joined: detach by a variable that holds the handle;
- an atomic operation on this, an atomic operation on this type, a division of an atomic variable: use an integer or
  a pointer, and compare and exchange;
- the initialiser of a library's object: use the library's function for it;
- `#pragma pack` in another form: write `#pragma pack(n)`, with n from 1 to 16;
- OpenMP, OpenACC and other pragmas that change what a program does: create the threads with
  `pthread_create`.",
    ),
    code(
        "bad-annotation",
        "A remark to Braid that makes no sense",
        "\
Annotations are comments such as `// braid: shared` or `// braid: thread(any)`, or the macros of
braid.h. This one is misspelt, stands in the wrong place, or contradicts the program.",
    ),
    code(
        "recursion",
        "A function calls itself in a way that is not followed",
        "\
Braid unfolds calls. A function that calls itself, directly or through others, is unfolded too, up to
32 calls deep, less if it grows too large that way: one that calls itself twice doubles with each
level. Whoever gets deeper is lost, and what is behind that is unknown: `recursion deeper than 8
calls`. If no run gets there, nothing is lost. Restrict the input, so that the recursion ends earlier,
or write it as a loop.

Not followed at all are recursion through pointers to functions, recursive calls of `main`, and those
of functions with statements that are threads (`__CPROVER_ASYNC_1:`). Call the function by its name.",
    ),
    code(
        "escaping-local",
        "The address of a local variable reaches other threads",
        "\
The function runs in several threads, so there are several such variables, and Braid cannot follow which
one is meant. It can for most; not for thread-local variables, arrays of variable length, variables of more
than 4096 bytes, variables with a guard, compound literals in conditions and for single statements without
braces, and where a `goto` or a `case` leads past the declaration. Declare the variable in front of the jump,
in a block of its own, or hand on the address of a global.",
    ),
    code(
        "unbalanced-atomic-section",
        "An atomic section ends that was not begun, or the other way round",
        "Begin and end atomic sections in the same function, on every path.",
    ),
    code(
        "program-too-large",
        "The program becomes too large when its calls are unfolded",
        "Check a smaller part of it: remove calls that do not matter for the assertion.",
    ),
    code(
        "nothing-to-check",
        "The file has no main, and no function marked as a thread",
        "\
Mark thread functions with `// braid: thread(any)`, or add a main that creates the threads.",
    ),
];
