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

Not understood yet are, above all:
- more memory from one place than Braid has room for: allocate fewer objects, or fewer elements;
- a thread that ends while a clean-up handler is registered: pop it first;
- members of a union that differ from its first one in size or layout: use a struct;
- an access through a pointer to another type: access objects by their own type;
- a struct from a call through a pointer: call the function by its name;
- the contents of string literals of more than 63 characters: use an array;
- memory that is none of the program's variables, such as what an unknown function returns: use variables;
- generic selections: write the function that is meant;
- functions inside functions: move them out;
- addresses of labels: use a switch;
- assembly, 128-bit integers, arrays of variable size: use C, smaller integers, constant sizes;
- `pthread_cancel`, `tss_create` with a destructor, named semaphores, signals: leave them out for checking;
- functions handed to functions that are not defined here, such as `qsort`: define them;
- OpenMP: create the threads with `pthread_create`.",
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
        "A function calls itself, directly or through others",
        "Braid unfolds calls, which never ends for a recursive function. Write it as a loop.",
    ),
    code(
        "escaping-local",
        "The address of a local variable reaches other threads",
        "\
The function runs in several threads, so there are several such variables, and Braid has no name for
the one that is meant. Make the variable global, or one per thread in an array.",
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
