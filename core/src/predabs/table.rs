//! Truth tables as expressions: which combinations of some bits are possible.

use std::collections::BTreeSet;

use crate::bbp::{Bit, Expr};

/// A row of a table; `None` stands for either value.
type Cube = Vec<Option<bool>>;

/// Invariant: every row has a value per column.
#[derive(Clone, Debug)]
pub(super) struct Table {
    columns: Vec<Bit>,
    rows: BTreeSet<Vec<bool>>,
}

impl Table {
    pub fn new(columns: Vec<Bit>) -> Self {
        Self { columns, rows: BTreeSet::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn add(&mut self, row: Vec<bool>) {
        debug_assert_eq!(row.len(), self.columns.len(), "a value per column");
        self.rows.insert(row);
    }

    /// What determines a bit in all rows, if it is a constant or one of the bits in `from`. Its column
    /// is then removed.
    pub fn determined(&mut self, bit: Bit, from: &dyn Fn(Bit) -> bool) -> Option<Expr> {
        let at = self.columns.iter().position(|column| *column == bit)?;
        let first = self.rows.first()?[at];
        let value = if self.rows.iter().all(|row| row[at] == first) {
            Expr::Const(first)
        } else {
            let sources = (0..self.columns.len()).filter(|&other| from(self.columns[other]));
            sources.into_iter().find_map(|other| {
                let source = Expr::Bit(self.columns[other]);
                let is_same = |row: &Vec<bool>| row[at] == row[other];
                if self.rows.iter().all(is_same) {
                    Some(source)
                } else if !self.rows.iter().any(is_same) {
                    Some(Expr::Not(Box::new(source)))
                } else {
                    None
                }
            })?
        };
        self.columns.remove(at);
        let without = |mut row: Vec<bool>| {
            row.remove(at);
            row
        };
        self.rows = std::mem::take(&mut self.rows).into_iter().map(without).collect();
        Some(value)
    }

    /// That the bits are as in one of the rows. What all rows have in common comes first.
    pub fn expr(&self) -> Expr {
        let mut cubes: Vec<Cube> = self.merged().into_iter().collect();
        let Some(mut common) = cubes.first().cloned() else { return Expr::Const(false) };
        for (at, value) in common.iter_mut().enumerate() {
            *value = value.filter(|value| cubes.iter().all(|cube| cube[at] == Some(*value)));
            if value.is_some() {
                cubes.iter_mut().for_each(|cube| cube[at] = None);
            }
        }
        let mut parts = self.literals(&common);
        if cubes.len() > 1 {
            let rest = cubes.iter().map(|cube| Expr::all(self.literals(cube)));
            parts.push(Expr::any(rest.collect()));
        }
        Expr::all(parts)
    }

    fn literals(&self, cube: &Cube) -> Vec<Expr> {
        let literal = |(bit, value): (&Bit, &Option<bool>)| match value {
            Some(true) => Some(Expr::Bit(*bit)),
            Some(false) => Some(Expr::Not(Box::new(Expr::Bit(*bit)))),
            None => None,
        };
        self.columns.iter().zip(cube).filter_map(literal).collect()
    }

    /// The rows, where those that differ in one bit are taken together.
    fn merged(&self) -> BTreeSet<Cube> {
        let cube = |row: &Vec<bool>| row.iter().map(|value| Some(*value)).collect();
        let mut cubes: BTreeSet<Cube> = self.rows.iter().map(cube).collect();
        loop {
            let n_cubes = cubes.len();
            for at in 0..self.columns.len() {
                for cube in cubes.clone() {
                    let mut other = cube.clone();
                    other[at] = Some(false);
                    if cube[at] == Some(true) && cubes.contains(&other) {
                        cubes.remove(&cube);
                        cubes.remove(&other);
                        other[at] = None;
                        cubes.insert(other);
                    }
                }
            }
            if cubes.len() == n_cubes {
                return cubes;
            }
        }
    }
}
