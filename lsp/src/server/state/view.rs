//! What the user is shown.

use tower_lsp::lsp_types::Url;

use super::State;
use crate::convert::from_lsp;
use crate::convert::to_lsp::{Place, Places};
use crate::server::answer::File;
use crate::server::board::{Board, Sheet};
use crate::server::known::Held;

impl State {
    /// What the user is shown of a program.
    pub fn board(&self, program: &Url) -> Option<Board> {
        self.board_seen_from(program, &self.face(program))
    }

    /// What the user is shown in a document of the programs that it is part of.
    pub fn boards_of(&self, uri: &Url) -> Vec<(Url, Board)> {
        let programs = self.programs_of(uri).into_iter();
        let seen = |program: Url| self.board_seen_from(&program, uri).map(|board| (program, board));
        programs.filter_map(seen).collect()
    }

    /// What the user is shown in a document, with the programs that it is about. A header is no program to
    /// speak of: then it is the first of those that include it.
    pub fn boards_in(&self, uri: &Url) -> Vec<(Url, Board)> {
        let own = self.boards_of(uri);
        if own.iter().any(|(program, board)| program != uri || !board.rows.is_empty()) {
            return own;
        }
        let roots = self.schedule().dependents(&from_lsp::name(uri));
        let mut boards = roots.into_iter().filter_map(|root| {
            let board = self.board_seen_from(&root, uri)?;
            // It may be wanted and not be there, or no longer be included.
            board.readable().places.root_file()?;
            Some((root, board))
        });
        boards.next().map_or(own, |first| vec![first])
    }

    /// The property with this id that is shown in a document, from the program in which it is worst.
    pub fn board_with(&self, uri: &Url, id: &str) -> Option<(Url, Board)> {
        let boards = self.boards_in(uri).into_iter();
        let with_row = boards.filter_map(|(program, board)| {
            let rank = board.row(id)?.state.rank();
            Some((rank, program, board))
        });
        let worst = with_row.reduce(|one, other| if other.0 > one.0 { other } else { one });
        worst.map(|(_, program, board)| (program, board))
    }

    /// What is known about a program, with the places of one of its files.
    fn board_seen_from(&self, root: &Url, uri: &Url) -> Option<Board> {
        let options = self.options(root);
        let now = self.revisions();
        let (outline, full, asked) = self
            .with_known(root, |known| (known.outline.clone(), known.full.clone(), known.asked))?;
        let busy = asked || self.is_busy(root);
        let sheet = |held: &Held| self.sheet(uri, held);
        Some(match (outline, full) {
            (_, Some(full)) if full.is_present(&now, &options) => {
                Board::settled(sheet(&full)?, busy)
            }
            (Some(outline), full) => Board::open(
                sheet(&outline)?,
                full.as_ref().filter(|_| !outline.answer.failed).and_then(sheet),
                busy,
            ),
            (None, Some(full)) => Board::stale(sheet(&full)?, busy),
            (None, None) => return None,
        })
    }

    pub(super) fn sheet(&self, uri: &Url, held: &Held) -> Option<Sheet> {
        let files = held.answer.files.iter().map(|file| match file {
            File::Builtin => None,
            File::Disk(path, text) => {
                Some(Place::new(Url::from_file_path(path).ok()?, text.clone()))
            }
            File::Buffer(name) => self.place(name, *held.revisions.get(name)?),
        });
        let files = files.collect();
        let root = self.documents.get(uri)?;
        let root = Place::open(uri.clone(), root.text().clone(), root.lines().clone(), Vec::new());
        let client = self.client();
        Some(Sheet { answer: held.answer.clone(), places: Places { root, files, client } })
    }

    /// An open document, and what was done to it since a revision.
    pub(super) fn place(&self, name: &str, revision: u64) -> Option<Place> {
        let mut documents = self.documents.iter();
        let document = documents.find(|document| from_lsp::name(document.key()) == name)?;
        let edits = document.edits_since(revision)?;
        let (text, lines) = (document.text().clone(), document.lines().clone());
        Some(Place::open(document.key().clone(), text, lines, edits))
    }
}
