//! `#include`: finding files, entering and leaving them.

use super::codes;
use super::cursor::{Cursor, Guard};
use super::expander::Expander;
use super::tok::{Kind, Tok};
use super::{MAX_INCLUDE_DEPTH, MAX_INCLUDED_BYTES, MAX_INCLUDES, headers};
use crate::text::{FileId, IncludeKind, Problem, Span};

impl Expander<'_> {
    /// `#include`, from its operand on.
    pub fn include(&mut self, directive: Span) {
        let written = self.written_header();
        let found = match written {
            Some((name, kind, at)) => {
                self.skip_line();
                Some((name, kind, at))
            }
            None => {
                let line = self.rest_of_line();
                let end = line.last().map_or(directive, |tok| tok.origin);
                self.header_name(&line).map(|(name, kind)| (name, kind, directive.to(end)))
            }
        };
        let Some((name, kind, at)) = found else {
            let message = "`#include` needs a file's name in quotes or angle brackets";
            self.complain(codes::BAD_INCLUDE, directive, message);
            return;
        };
        match self.find_include(&name, kind) {
            Some(file) => self.enter_included(file, at),
            None => self.report_missing(&name, kind, at),
        }
    }

    /// Starts to read a file, unless it holds no text.
    pub fn enter_file(&mut self, file: FileId) {
        let source = self.spellings.open(self.sources, file);
        if let Some(nul) = source.text.find('\0') {
            let at = Span::new(file, nul as u32, nul as u32 + 1);
            let message = format!("`{}` is not a text file: it holds a NUL byte", source.name);
            self.complain(codes::NOT_TEXT, at, message);
            return;
        }
        self.cursors.push(Cursor::new(file, source));
    }

    /// Ends the innermost file.
    pub fn leave_file(&mut self) {
        self.report_open_conditionals();
        if let Some(cursor) = self.cursors.pop()
            && let Guard::Closed(name) = cursor.guard
        {
            self.includes.guards.insert(cursor.file, name);
        }
    }

    /// The file that an include from the current file names.
    pub fn find_include(&mut self, name: &str, kind: IncludeKind) -> Option<FileId> {
        let from = self.cursors.last()?.file;
        let key = (from, name.to_owned(), kind);
        if let Some(&found) = self.includes.found.get(&key) {
            return found;
        }
        let load = || self.sources.include(from, name, kind);
        let builtin =
            || headers::text(name).map(|text| self.sources.add(&format!("<{name}>"), text, true));
        // A user's own copy of `braid.h` always wins; of a system header only if asked for in
        // quotes.
        let found = match kind {
            IncludeKind::Angled if name != headers::BRAID => builtin().or_else(load),
            _ => load().or_else(builtin),
        };
        self.includes.found.insert(key, found);
        found
    }

    /// The header that tokens name: a string, or tokens between `<` and `>`; expanded if they are
    /// neither.
    pub fn header_name(&mut self, toks: &[Tok]) -> Option<(String, IncludeKind)> {
        if let Some(name) = self.spelled_header(toks) {
            return Some(name);
        }
        let expanded = self.expand_list(toks);
        self.spelled_header(&expanded)
    }

    fn spelled_header(&self, toks: &[Tok]) -> Option<(String, IncludeKind)> {
        let (first, rest) = toks.split_first()?;
        let text = self.spellings.text(first);
        if first.kind == Kind::String {
            let name = text.strip_prefix('"')?.strip_suffix('"')?;
            return Some((name.to_owned(), IncludeKind::Quoted));
        }
        if text != "<" {
            return None;
        }
        let mut name = String::new();
        for (idx, tok) in rest.iter().enumerate() {
            let text = self.spellings.text(tok);
            if text == ">" {
                return Some((name, IncludeKind::Angled));
            }
            if tok.space && idx > 0 {
                name.push(' ');
            }
            name.push_str(text);
        }
        None
    }

    /// The header at the current place of the line, if it is written out. Between its brackets or
    /// quotes nothing is special: no comment, no escape.
    fn written_header(&mut self) -> Option<(String, IncludeKind, Span)> {
        let cursor = self.cursors.last_mut()?;
        let before = cursor.pos;
        let tok = self.next_of_line()?;
        let cursor = self.cursors.last_mut()?;
        let start = tok.origin.start as usize;
        let line = cursor.source.text[start..].lines().next()?;
        let (close, kind) = match line.chars().next()? {
            '"' => ('"', IncludeKind::Quoted),
            '<' => ('>', IncludeKind::Angled),
            _ => {
                cursor.pos = before;
                return None;
            }
        };
        let Some(length) = line[1..].find(close) else {
            cursor.pos = before;
            return None;
        };
        cursor.pos = start + 1 + length + 1;
        Some((line[1..1 + length].to_owned(), kind, cursor.span(start, cursor.pos)))
    }

    fn enter_included(&mut self, file: FileId, at: Span) {
        let guarded = |name| self.macros.get(name).is_some();
        if self.includes.once.contains(&file)
            || self.includes.guards.get(&file).is_some_and(|name| guarded(*name))
            || self.includes.closed
        {
            return;
        }
        self.includes.n_entered += 1;
        self.includes.n_bytes += self.sources.file(file).text.len();
        let too_many =
            self.includes.n_entered > MAX_INCLUDES || self.includes.n_bytes > MAX_INCLUDED_BYTES;
        if self.cursors.len() > MAX_INCLUDE_DEPTH {
            self.includes.closed = true;
            let name = &self.sources.file(file).name;
            let message =
                format!("includes are nested more than {MAX_INCLUDE_DEPTH} deep at `{name}`");
            let hint = "give the headers include guards, or `#pragma once`";
            self.report(Problem::fatal(codes::INCLUDE_TOO_DEEP, at, message).hint(hint));
        } else if too_many {
            self.includes.closed = true;
            let message = "files are included over and over";
            let hint = "give the headers include guards, or `#pragma once`";
            self.report(Problem::fatal(codes::TOO_MANY_INCLUDES, at, message).hint(hint));
        } else {
            self.enter_file(file);
        }
    }

    fn report_missing(&mut self, name: &str, kind: IncludeKind, at: Span) {
        // One problem a header, however many files ask for it.
        if !self.includes.missing.insert(name.to_owned()) {
            return;
        }
        let message = format!("there is no header `{name}`");
        let hint = match headers::closest(name) {
            Some(known) => format!("did you mean <{known}>?"),
            None if kind == IncludeKind::Angled => {
                "Braid reads no system headers; give the directory of your own ones with `-I DIR`, or \
                 declare what you need of it."
                    .to_owned()
            }
            None => "give the directory that holds it with `-I DIR`".to_owned(),
        };
        self.report(Problem::fatal(codes::INCLUDE_NOT_FOUND, at, message).hint(hint));
    }
}
