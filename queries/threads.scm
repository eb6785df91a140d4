; Where threads start: calls of `pthread_create`, and statements that CBMC's labels run as threads.

((call_expression
  function: (identifier) @callee) @creation
  (#eq? @callee "pthread_create"))

((labeled_statement
  label: (statement_identifier) @label) @creation
  (#match? @label "^__CPROVER_ASYNC_"))
