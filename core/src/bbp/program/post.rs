//! A written program as the checkers see it.

use std::rc::Rc;

use super::{LocKind, Owner, Program};
use crate::bbp::{Outcome, Post, SharedBits, ThreadBits};
use crate::budget::{Budget, Stop};
use crate::scpl::EdgeId;

impl Post for &Program {
    fn initial(&mut self, budget: &Budget) -> Result<Vec<(SharedBits, ThreadBits)>, Stop> {
        budget.spend(1)?;
        Ok(self.begin())
    }

    fn edges(&self, thread: ThreadBits) -> Vec<EdgeId> {
        thread.loc().map_or_else(Vec::new, |loc| self.edges_from(loc).collect())
    }

    fn is_broadcast(&self, edge: EdgeId) -> bool {
        let edge = self.edge(edge);
        edge.start.is_some()
            || !edge.constrain_each.is_empty()
            || edge.targets().any(|(owner, _)| matches!(owner, Owner::Shared | Owner::Passive))
    }

    fn outcomes(
        &mut self,
        edge: EdgeId,
        shared: SharedBits,
        active: ThreadBits,
        budget: &Budget,
    ) -> Result<Rc<[Outcome]>, Stop> {
        budget.spend(1)?;
        Ok(self.moved(self.edge(edge), shared, active.bits).into())
    }

    fn passive(
        &mut self,
        edge: EdgeId,
        shared: SharedBits,
        active: ThreadBits,
        outcome: Outcome,
        passive: ThreadBits,
        budget: &Budget,
    ) -> Result<Rc<[ThreadBits]>, Stop> {
        budget.spend(1)?;
        Ok(self.stayed(self.edge(edge), (shared, active.bits), outcome, passive).into())
    }

    fn is_end(&self, thread: ThreadBits) -> bool {
        thread.loc().is_some_and(|loc| self.kind(loc) != LocKind::Plain)
    }

    fn is_bad(&self, thread: ThreadBits) -> bool {
        thread.loc().is_some_and(|loc| self.kind(loc) == LocKind::Bad)
    }
}
