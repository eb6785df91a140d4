//! Commands. Their keywords may also be names of variables: `join := 1:i32` assigns.

use super::super::print::SOURCES;
use super::super::program::{Command, Place, TemplateId, VarId};
use super::Draft;
use super::lex::Token;
use super::line::Line;

impl Draft {
    pub(super) fn command(&self, line: &mut Line) -> Result<Command, String> {
        if let [Token::Word(_), Token::Symbol(":=" | "["), ..] = line.tokens {
            return self.assignment(line);
        }
        match line.word("a command")? {
            "assume" => Ok(Command::Assume(self.expr(line)?)),
            "await" => Ok(Command::Await(self.expr(line)?)),
            "join" => Ok(Command::Join(self.expr(line)?)),
            "havoc" => {
                let place = self.place(line)?;
                Ok(Command::Havoc(place, line.one_of(&SOURCES, "a source of values")?))
            }
            "create" => self.create(line),
            other => Err(format!("{other} is no command")),
        }
    }

    fn assignment(&self, line: &mut Line) -> Result<Command, String> {
        let place = self.place(line)?;
        line.expect(":=")?;
        Ok(Command::Assign(place, self.expr(line)?))
    }

    fn create(&self, line: &mut Line) -> Result<Command, String> {
        let name = line.name()?;
        let template = self.templates.iter().position(|template| template.name == name);
        let template = template.ok_or_else(|| format!("template {name} is not declared"))?;
        line.expect("(")?;
        let mut args = Vec::new();
        while !line.take(")") {
            if !args.is_empty() {
                line.expect(",")?;
            }
            let var = self.var_named(line.name()?)?;
            line.expect("=")?;
            args.push((var, self.expr(line)?));
        }
        let handle = if line.take("->") { Some(self.place(line)?) } else { None };
        Ok(Command::Create { template: TemplateId(template as u32), args, handle })
    }

    fn place(&self, line: &mut Line) -> Result<Place, String> {
        let var = self.var_named(line.name()?)?;
        if !line.take("[") {
            return Ok(Place::Var(var));
        }
        let index = self.expr(line)?;
        line.expect("]")?;
        Ok(Place::Elem(var, index))
    }

    pub(super) fn var_named(&self, name: &str) -> Result<VarId, String> {
        let idx = self.vars.iter().position(|var| var.name == name);
        idx.map(|idx| VarId(idx as u32)).ok_or_else(|| format!("{name} is not declared"))
    }
}
