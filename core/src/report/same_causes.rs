//! Findings with the same reason: one of them is told in full.
//!
//! Memory that is used after it was freed is often used in many places, and each of them is a violation;
//! what is to be mended is one thing. The first place that the user does not ignore says where else it
//! shows; the others say where it is told. None is lost: they stay errors, every line is named, and what
//! stands in another file or goes wrong in another way is told on its own.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::{Finding, Related, Severity};
use super::property::Property;
use super::story::listed;
use crate::engine::Analysis;
use crate::text::FileId;

pub(super) fn join(analysis: &Analysis, properties: &[Property], findings: &mut [Finding]) {
    let mut groups: BTreeMap<(usize, FileId, String), Vec<usize>> = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate() {
        if let Some(idx) = finding.property.filter(|_| finding.severity == Severity::Error) {
            let cause = properties[idx].same_as.unwrap_or(idx);
            let key = (cause, finding.span.file, class(finding).to_owned());
            groups.entry(key).or_default().push(at);
        }
    }
    for ((.., class), group) in &groups {
        if let [first, others @ ..] = &group[..]
            && !others.is_empty()
        {
            join_group(analysis, findings, class, *first, others);
        }
    }
}

/// What goes wrong, as in "undefined behaviour: use after free: ...".
fn class(finding: &Finding) -> &str {
    finding.message.split(": ").nth(1).unwrap_or("")
}

fn join_group(
    analysis: &Analysis,
    findings: &mut [Finding],
    class: &str,
    first: usize,
    others: &[usize],
) {
    let Finding { span, property, .. } = findings[first];
    let line = analysis.files.line(span);
    let mut lines: BTreeSet<u32> = BTreeSet::new();
    for &other in others {
        let finding = &mut findings[other];
        lines.insert(analysis.files.line(finding.span));
        finding.message =
            format!("undefined behaviour: {class}, for the same reason as in line {line}");
        finding.told_by = property;
        finding.related = vec![Related { span, message: "told here".to_owned() }];
    }
    lines.remove(&line);
    let told: Vec<String> = lines.iter().map(u32::to_string).collect();
    if !told.is_empty() {
        let word = if lines.len() == 1 { "line" } else { "lines" };
        findings[first].message.push_str(&format!("; also in {word} {}", listed(&told)));
    }
}
