; What the user tells Braid: comments that start with `braid:`, and the attributes of `braid.h`.
;
; Braid's front end runs this on a respelling of the program in which attributes are comments as well,
; because the grammar has no place for many of them; the second pattern is for plain C in an editor.

((comment) @annotation
  (#match? @annotation "^/[/*]\\s*braid:"))

((attribute_specifier
  (argument_list
    [
      (identifier) @name
      (call_expression function: (identifier) @name)
    ])) @annotation
  (#match? @name "^braid_"))
