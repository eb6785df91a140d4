; Calls that state a property: what must hold, or what must not be reached. `abort` is none: it ends
; the program, whether something is wrong or not.

((call_expression
  function: (identifier) @callee) @assertion
  (#any-of? @callee
    "assert"
    "__VERIFIER_assert"
    "__CPROVER_assert"
    "__goblint_check"
    "reach_error"
    "__VERIFIER_error"))
