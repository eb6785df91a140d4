//! How many threads a call creates, calls inside it included.

use std::collections::BTreeMap;

use crate::hash::FxHashSet;

use super::threads::TemplateIdx;
use super::typed::FuncId;

/// How many threads of a template a run can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instances {
    AtMost(u32),
    Any,
}

/// Something in a function that creates threads, or may.
pub enum Site {
    Create(TemplateIdx),
    Call(FuncId),
}

/// The sites of each function, and whether they stand in a loop.
pub type Sites = BTreeMap<FuncId, Vec<(Site, bool)>>;

/// How many threads of each template one call, or one thread, creates.
pub type Creations = BTreeMap<TemplateIdx, Instances>;

/// What a call of each function creates.
pub struct ByFunc(BTreeMap<FuncId, Creations>);

impl ByFunc {
    /// Callees come before their callers, so the first round is right for functions that do not call
    /// themselves. Whatever grows later on does so around a circle of calls. That is not followed for
    /// ever when the program is lowered, but each function of the circle can be where it is entered.
    pub fn count(sites: &Sites) -> ByFunc {
        let mut order = Vec::new();
        let mut met = FxHashSet::default();
        sites.keys().for_each(|&func| callees_first(sites, func, &mut met, &mut order));
        let mut known = ByFunc(BTreeMap::new());
        for &func in &order {
            let created = known.own(sites, func);
            known.0.insert(func, created);
        }
        loop {
            let mut same = true;
            for &func in &order {
                let mut created = known.own(sites, func);
                let before = known.0.entry(func).or_default();
                for (template, n) in &mut created {
                    if before.get(template) != Some(n) {
                        *n = Instances::Any;
                    }
                }
                if *before != created {
                    same = false;
                    *before = created;
                }
            }
            if same {
                return known;
            }
        }
    }

    /// What a function creates; a call of itself is not followed when the program is lowered.
    fn own(&self, sites: &Sites, func: FuncId) -> Creations {
        let own = sites.get(&func).map(Vec::as_slice).unwrap_or_default();
        self.sum(own.iter().filter(|(site, _)| !matches!(site, Site::Call(to) if *to == func)))
    }

    pub fn total(&self, sites: &[(Site, bool)]) -> Creations {
        self.sum(sites.iter())
    }

    fn sum<'a>(&self, sites: impl Iterator<Item = &'a (Site, bool)>) -> Creations {
        let mut sum = Creations::new();
        for (site, looped) in sites {
            let created = match site {
                Site::Create(template) => Creations::from([(*template, Instances::AtMost(1))]),
                Site::Call(func) => self.0.get(func).cloned().unwrap_or_default(),
            };
            for (template, n) in created {
                let n = if *looped { Instances::Any } else { n };
                let count = sum.entry(template).or_insert(Instances::AtMost(0));
                *count = count.plus(n);
            }
        }
        sum
    }
}

fn callees_first(
    sites: &Sites,
    func: FuncId,
    met: &mut FxHashSet<FuncId>,
    order: &mut Vec<FuncId>,
) {
    if !met.insert(func) {
        return;
    }
    for (site, _) in sites.get(&func).map(Vec::as_slice).unwrap_or_default() {
        if let Site::Call(callee) = site {
            callees_first(sites, *callee, met, order);
        }
    }
    order.push(func);
}

impl Instances {
    pub fn plus(self, other: Instances) -> Instances {
        match (self, other) {
            (Instances::AtMost(a), Instances::AtMost(b)) => Instances::AtMost(a.saturating_add(b)),
            _ => Instances::Any,
        }
    }

    pub fn times(self, other: Instances) -> Instances {
        match (self, other) {
            (Instances::AtMost(0), _) | (_, Instances::AtMost(0)) => Instances::AtMost(0),
            (Instances::AtMost(a), Instances::AtMost(b)) => Instances::AtMost(a.saturating_mul(b)),
            _ => Instances::Any,
        }
    }
}
