//! Initialisers.

use super::Build;
use super::level::Level;
use crate::ast::{Designator, Init, InitItem};
use crate::frontend::grammar::{Kind, Role};
use crate::frontend::shape::NodeIdx;

impl Build<'_, '_> {
    pub fn initializer(&mut self, node: NodeIdx) -> Init {
        if self.kind(node) != Kind::InitializerList {
            return Init::Expr(self.operand(node, Level::Assignment));
        }
        let span = self.span(node);
        if !self.enter(node) {
            return Init::List { items: Vec::new(), span };
        }
        let shape = self.shape;
        let items = shape.children(node).map(|child| self.init_item(child)).collect();
        self.leave();
        Init::List { items, span }
    }

    fn init_item(&mut self, node: NodeIdx) -> InitItem {
        if self.kind(node) != Kind::InitializerPair {
            return InitItem { designators: Vec::new(), value: self.initializer(node) };
        }
        let mut designators = Vec::new();
        let mut value = None;
        let shape = self.shape;
        for child in shape.children(node) {
            match self.node(child).role {
                Role::Designator => designators.extend(self.designator(child)),
                Role::Value => value = Some(self.initializer(child)),
                _ => {
                    self.misplaced(child);
                }
            }
        }
        let value = value.unwrap_or_else(|| Init::Expr(self.misplaced_expr(node)));
        InitItem { designators, value }
    }

    fn designator(&mut self, node: NodeIdx) -> Option<Designator> {
        match self.kind(node) {
            Kind::SubscriptDesignator => {
                let index = self.shape.first(node)?;
                Some(Designator::Index(self.operand(index, Level::Conditional)))
            }
            Kind::RangeDesignator => {
                let (start, end) = (self.child(node, Role::Start)?, self.child(node, Role::End)?);
                let start = self.operand(start, Level::Conditional);
                Some(Designator::Range(start, self.operand(end, Level::Conditional)))
            }
            Kind::FieldDesignator => {
                let field = self.shape.first(node)?;
                self.field_designator(field)
            }
            // GNU's old `field: value`
            Kind::FieldIdentifier => self.field_designator(node),
            _ => {
                self.misplaced(node);
                None
            }
        }
    }

    fn field_designator(&mut self, node: NodeIdx) -> Option<Designator> {
        let name = self.leaf_name(node);
        if name.is_none() {
            self.misplaced(node);
        }
        Some(Designator::Field(name?, self.span(node)))
    }
}
