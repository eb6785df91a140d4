//! tree-sitter's C grammar: running it, and its node kinds as an enum.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use tree_sitter::{Language, ParseOptions, Parser, Tree};

/// One of tree-sitter's progress reports, which come every 100 operations, may be spent on so many
/// bytes. Sound text needs one per 50 or more, and what `skim` lets through is nearly always sound;
/// the rest is for error recovery, which could otherwise take more than linear time.
const BYTES_PER_REPORT: usize = 10;
const MIN_REPORTS: usize = 2_000;

pub fn language() -> Language {
    tree_sitter_c::LANGUAGE.into()
}

/// Parses; `None` if the text is too hard to make sense of.
pub fn parse(text: &str) -> Option<Tree> {
    parse_within(text, MIN_REPORTS + text.len() / BYTES_PER_REPORT)
}

fn parse_within(text: &str, max_reports: usize) -> Option<Tree> {
    thread_local! {
        static PARSER: RefCell<Option<Parser>> = const { RefCell::new(None) };
    }
    let mut n_reports = 0;
    let mut progress = |_: &_| {
        n_reports += 1;
        if n_reports > max_reports { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let bytes = text.as_bytes();
    let mut read = |offset: usize, _| bytes.get(offset..).unwrap_or_default();
    PARSER.with_borrow_mut(|slot| {
        let parser = slot.get_or_insert_with(new_parser);
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        if tree.is_none() {
            // A parser that was stopped would resume where it was.
            parser.reset();
        }
        tree
    })
}

fn new_parser() -> Parser {
    let mut parser = Parser::new();
    let compatible = parser.set_language(&language());
    debug_assert!(compatible.is_ok(), "the grammar and the library are pinned to fit");
    parser
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $($name:literal)|+,)*) => {
        /// A node's kind. Variants that differ only by where they may stand are one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            $($(#[$doc])* $variant,)*
            /// A keyword or punctuation.
            Token,
            Error,
            /// A kind that Braid's C does not have.
            Other,
        }

        fn kind_named(name: &str) -> Option<Kind> {
            match name {
                $($($name)|+ => Some(Kind::$variant),)*
                _ => None,
            }
        }
    };
}

kinds! {
    Unit = "translation_unit",
    Comment = "comment",
    FunctionDefinition = "function_definition",
    Declaration = "declaration",
    FieldDeclaration = "field_declaration",
    InitDeclarator = "init_declarator",
    PointerDeclarator = "pointer_declarator" | "abstract_pointer_declarator",
    ArrayDeclarator = "array_declarator" | "abstract_array_declarator",
    FunctionDeclarator = "function_declarator" | "abstract_function_declarator",
    ParenthesizedDeclarator = "parenthesized_declarator" | "abstract_parenthesized_declarator",
    ParameterList = "parameter_list",
    Parameter = "parameter_declaration",
    Variadic = "variadic_parameter",
    Bitfield = "bitfield_clause",
    TypeDescriptor = "type_descriptor",
    Primitive = "primitive_type",
    Struct = "struct_specifier",
    Union = "union_specifier",
    Enum = "enum_specifier",
    FieldList = "field_declaration_list",
    EnumeratorList = "enumerator_list",
    Enumerator = "enumerator",
    Identifier = "identifier",
    TypeIdentifier = "type_identifier",
    FieldIdentifier = "field_identifier",
    Label = "statement_identifier",

    Block = "compound_statement",
    ExpressionStatement = "expression_statement",
    Labeled = "labeled_statement",
    If = "if_statement",
    Else = "else_clause",
    Switch = "switch_statement",
    Case = "case_statement",
    While = "while_statement",
    Do = "do_statement",
    For = "for_statement",
    Return = "return_statement",
    Break = "break_statement",
    Continue = "continue_statement",
    Goto = "goto_statement",

    Number = "number_literal",
    Char = "char_literal",
    Str = "string_literal",
    /// What a literal is made of.
    LiteralPart = "escape_sequence" | "character" | "string_content",
    Parenthesized = "parenthesized_expression",
    Comma = "comma_expression",
    Conditional = "conditional_expression",
    Assignment = "assignment_expression",
    Binary = "binary_expression",
    Unary = "unary_expression",
    Pointer = "pointer_expression",
    Update = "update_expression",
    Cast = "cast_expression",
    Sizeof = "sizeof_expression",
    Alignof = "alignof_expression",
    Offsetof = "offsetof_expression",
    Subscript = "subscript_expression",
    Call = "call_expression",
    Field = "field_expression",
    CompoundLiteral = "compound_literal_expression",
    Arguments = "argument_list",
    InitializerList = "initializer_list",
    InitializerPair = "initializer_pair",
    SubscriptDesignator = "subscript_designator",
    RangeDesignator = "subscript_range_designator",
    FieldDesignator = "field_designator",
}

macro_rules! roles {
    ($($variant:ident = $name:literal,)*) => {
        /// What a node is to its parent: tree-sitter's fields, as far as they matter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role {
            $($variant,)*
            None,
        }

        fn role_named(name: &str) -> Role {
            match name {
                $($name => Role::$variant,)*
                _ => Role::None,
            }
        }
    };
}

roles! {
    Declarator = "declarator",
    Type = "type",
    Value = "value",
    Body = "body",
    Parameters = "parameters",
    Name = "name",
    Label = "label",
    Condition = "condition",
    Consequence = "consequence",
    Alternative = "alternative",
    Left = "left",
    Right = "right",
    Operator = "operator",
    Argument = "argument",
    Arguments = "arguments",
    Function = "function",
    Field = "field",
    Index = "index",
    Size = "size",
    Initializer = "initializer",
    Update = "update",
    Designator = "designator",
    Member = "member",
    Start = "start",
    End = "end",
}

/// Kinds and roles by the grammar's numbers for them.
pub struct Tables {
    kinds: Vec<Kind>,
    roles: Vec<Role>,
}

impl Tables {
    pub fn get() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(|| {
            let language = language();
            let kinds = (0..language.node_kind_count() as u16)
                .map(|id| {
                    let name = language.node_kind_for_id(id).unwrap_or("");
                    match language.node_kind_is_named(id) {
                        true => kind_named(name).unwrap_or(Kind::Other),
                        false => Kind::Token,
                    }
                })
                .collect();
            let roles = (0..=language.field_count() as u16)
                .map(|id| language.field_name_for_id(id).map_or(Role::None, role_named))
                .collect();
            Tables { kinds, roles }
        })
    }

    pub fn kind(&self, id: u16) -> Kind {
        // tree-sitter numbers error nodes from the top.
        self.kinds.get(id as usize).copied().unwrap_or(Kind::Error)
    }

    pub fn role(&self, id: u16) -> Role {
        self.roles.get(id as usize).copied().unwrap_or(Role::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A parse that takes too long is given up, and leaves no trace in the next one.
    #[test]
    fn parsing_can_stop() {
        let text = "int x = 1 ; ".repeat(1_000);
        assert!(parse_within(&text, 3).is_none());
        let tree = parse("int x ;").expect("a short text");
        assert_eq!(tree.root_node().child_count(), 1);
        assert!(parse(&text).is_some());
    }

    /// The grammar has every kind that Braid knows by name.
    #[test]
    fn kinds_and_roles_exist() {
        let tables = Tables::get();
        for kind in [Kind::Unit, Kind::Label, Kind::Offsetof, Kind::RangeDesignator, Kind::Bitfield]
        {
            assert!(tables.kinds.contains(&kind), "{kind:?}");
        }
        for role in [Role::Declarator, Role::Update, Role::Member, Role::Designator, Role::End] {
            assert!(tables.roles.contains(&role), "{role:?}");
        }
    }
}
