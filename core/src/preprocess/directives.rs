//! Lines that start with `#`.

use super::codes;
use super::conditionals::Test;
use super::expander::Expander;
use super::lex::Lexeme;
use super::tok::{Kind, Tok};
use crate::text::{Problem, Span};

/// What a directive's name asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    Define,
    Undef,
    Include,
    If(Test),
    Elif(Test),
    Else,
    Endif,
    Line,
    Error,
    Warning,
    Pragma,
    /// `#ident` and `#sccs`, which only compilers care about.
    Ignored,
}

impl Directive {
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "define" => Directive::Define,
            "undef" => Directive::Undef,
            "include" => Directive::Include,
            "if" => Directive::If(Test::Expression),
            "ifdef" => Directive::If(Test::Defined),
            "ifndef" => Directive::If(Test::NotDefined),
            "elif" => Directive::Elif(Test::Expression),
            "elifdef" => Directive::Elif(Test::Defined),
            "elifndef" => Directive::Elif(Test::NotDefined),
            "else" => Directive::Else,
            "endif" => Directive::Endif,
            "line" => Directive::Line,
            "error" => Directive::Error,
            "warning" => Directive::Warning,
            "pragma" => Directive::Pragma,
            "ident" | "sccs" => Directive::Ignored,
            _ => return None,
        })
    }
}

impl Expander<'_> {
    /// Obeys the directive whose `#` has just been read, and reads its line to the end.
    pub fn obey_line(&mut self, hash: Lexeme) {
        let Some(name) = self.next_of_line() else {
            return; // `#` alone is allowed and does nothing.
        };
        let at = Span::new(name.origin.file, hash.start as u32, name.origin.end);
        // What a directive expands is not part of a macro call that it may stand in.
        let end = self.cursors.last().map_or(at.end, |cursor| cursor.source.text.len() as u32);
        let before = self.directive.replace(Span { end, ..at });
        match name.kind {
            Kind::Word => match Directive::named(self.spellings.text(&name)) {
                Some(directive) => self.obey(directive, at),
                None => self.report_unknown(&name, at),
            },
            // `# 12 "file.c" 2`, as compilers write into preprocessed files.
            Kind::Number => {
                self.unguard();
                let mut line = vec![name];
                line.extend(self.rest_of_line());
                self.presume(&line, at);
            }
            _ => self.report_unknown(&name, at),
        }
        self.directive = before;
    }

    fn obey(&mut self, directive: Directive, at: Span) {
        let is_conditional = matches!(
            directive,
            Directive::If(_) | Directive::Elif(_) | Directive::Else | Directive::Endif
        );
        if !is_conditional && directive != Directive::Pragma {
            self.unguard();
        }
        match directive {
            Directive::If(test) => self.on_if(test, at),
            Directive::Elif(_) => self.on_elif(at),
            Directive::Else => self.on_else(at),
            Directive::Endif => self.on_endif(at),
            Directive::Include => self.include(at),
            Directive::Define => self.define(at),
            Directive::Undef => self.undef(at),
            Directive::Line => {
                let line = self.rest_of_line();
                let line = self.expand_list(&line);
                self.presume(&line, at);
            }
            Directive::Error => {
                let (text, at) = self.rest_as_text(at);
                self.complain(codes::ERROR_DIRECTIVE, at, format!("#error {text}"));
            }
            Directive::Warning => {
                let (text, at) = self.rest_as_text(at);
                let message = format!("#warning {text}");
                self.report(Problem::new(codes::WARNING_DIRECTIVE, at, message));
            }
            Directive::Pragma => self.pragma(at),
            Directive::Ignored => {}
        }
        // An include has entered another file, after reading its own line to the end.
        if directive != Directive::Include {
            self.skip_line();
        }
    }

    pub fn unguard(&mut self) {
        if let Some(cursor) = self.cursors.last_mut() {
            cursor.unguard();
        }
    }

    fn report_unknown(&mut self, name: &Tok, at: Span) {
        self.unguard();
        let message = format!("`#{}` is not a directive", self.spellings.text(name));
        self.complain(codes::UNKNOWN_DIRECTIVE, at, message);
        self.skip_line();
    }

    fn undef(&mut self, at: Span) {
        match self.next_of_line().and_then(|tok| tok.name()) {
            Some(name) => self.macros.set(name, None),
            None => self.complain(codes::BAD_DIRECTIVE, at, "`#undef` names no macro"),
        }
    }

    /// `#line`: from the next line on, `__LINE__` and `__FILE__` are what it says.
    fn presume(&mut self, line: &[Tok], at: Span) {
        let number = line.first().filter(|tok| tok.kind == Kind::Number);
        let number = number.and_then(|tok| self.spellings.text(tok).parse::<u32>().ok());
        let Some(number) = number else {
            self.complain(codes::BAD_DIRECTIVE, at, "`#line` needs a line number");
            return;
        };
        let name = line.get(1).filter(|tok| tok.kind == Kind::String);
        let name = name.map(|tok| self.spellings.text(tok).trim_matches('"').to_owned());
        if let Some(cursor) = self.cursors.last_mut() {
            let next = i64::from(cursor.source.lines.line_col(cursor.pos as u32).line) + 2;
            cursor.presumed.line_shift = i64::from(number) - next;
            if name.is_some() {
                cursor.presumed.name = name;
            }
        }
    }

    /// The rest of a line as the user wrote it, and the span of the whole directive.
    fn rest_as_text(&mut self, at: Span) -> (String, Span) {
        let start = self.cursors.last().map_or(0, |cursor| cursor.pos);
        self.skip_line();
        let Some(cursor) = self.cursors.last() else {
            return (String::new(), at);
        };
        let rest = &cursor.source.text[start..cursor.pos];
        let end = start + rest.trim_ascii_end().len();
        let words: Vec<&str> = rest.split_ascii_whitespace().filter(|word| *word != "\\").collect();
        (words.join(" "), at.to(cursor.span(at.start as usize, end)))
    }
}
