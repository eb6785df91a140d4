//! Printing, for `braid dump --stage ast`.
