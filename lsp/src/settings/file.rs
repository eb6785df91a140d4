//! `braid.toml`.

use std::ops::Range;

use serde_json::Value;
use toml_edit::{Document, Item};

use super::Layer;
use super::keys::{self, Complaint};

/// What a file says, and what is wrong with it, by bytes.
pub fn read(text: &str) -> (Layer, Vec<(Range<usize>, Complaint)>) {
    let mut layer = Layer::default();
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let message = error.message().lines().collect::<Vec<_>>().join(", ");
            let complaint = Complaint { code: "bad-setting", message, about_key: true };
            return (layer, vec![(error.span().unwrap_or(0..0), complaint)]);
        }
    };
    let mut complaints = Vec::new();
    for (name, item) in document.iter() {
        let key = document.as_table().key(name).and_then(|key| key.span()).unwrap_or(0..0);
        match keys::read(name, &json(item)) {
            Ok(setting) => layer.set(setting),
            Err(complaint) => {
                let value = item.span().filter(|_| !complaint.about_key);
                complaints.push((value.unwrap_or(key), complaint));
            }
        }
    }
    (layer, complaints)
}

/// The texts in the value of a key, each with its bytes, in the order in which they stand there.
pub fn texts_of(text: &str, key: &str) -> Vec<(String, Range<usize>)> {
    let Ok(document) = Document::parse(text) else { return Vec::new() };
    let mut found = Vec::new();
    let mut values: Vec<&toml_edit::Value> =
        document.get(key).and_then(Item::as_value).into_iter().collect();
    while let Some(value) = values.pop() {
        match value {
            toml_edit::Value::String(text) => {
                found.push((text.value().clone(), text.span().unwrap_or(0..0)));
            }
            toml_edit::Value::Array(list) => values.extend(list.iter()),
            _ => {}
        }
    }
    found.sort_by_key(|(_, bytes)| bytes.start);
    found
}

fn json(item: &Item) -> Value {
    let from_value = |value: &toml_edit::Value| json(&Item::Value(value.clone()));
    match item {
        Item::Value(toml_edit::Value::String(text)) => Value::String(text.value().clone()),
        Item::Value(toml_edit::Value::Integer(number)) => Value::from(*number.value()),
        Item::Value(toml_edit::Value::Float(number)) => Value::from(*number.value()),
        Item::Value(toml_edit::Value::Boolean(truth)) => Value::Bool(*truth.value()),
        Item::Value(toml_edit::Value::Array(list)) => list.iter().map(from_value).collect(),
        Item::Value(toml_edit::Value::InlineTable(table)) => {
            table.iter().map(|(key, value)| (key.to_owned(), from_value(value))).collect()
        }
        Item::Table(table) => {
            table.iter().map(|(key, item)| (key.to_owned(), json(item))).collect()
        }
        // Dates are no values of any setting.
        _ => Value::Object(serde_json::Map::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> Vec<(&str, String)> {
        let (_, complaints) = read(text);
        complaints.into_iter().map(|(at, complaint)| (&text[at], complaint.message)).collect()
    }

    #[test]
    fn a_table_of_names_is_read() {
        let names = super::keys::Setting::Names(vec![("my_lock".into(), "mtx_lock".into())]);
        for text in ["[names]\nmy_lock = 'mtx_lock'\n", "names = { my_lock = 'mtx_lock' }\n"] {
            let (layer, complaints) = read(text);
            assert!(complaints.is_empty(), "{complaints:?}");
            assert_eq!(layer.get("names"), Some(&names));
        }
    }

    #[test]
    fn texts_are_found_where_they_stand() {
        let text = "link = [['a.c', \"b.c\"],\n  ['c.c']]\nrun = 'save'\n";
        let found = texts_of(text, "link");
        let at: Vec<(&str, &str)> =
            found.iter().map(|(name, bytes)| (name.as_str(), &text[bytes.clone()])).collect();
        assert_eq!(at, [("a.c", "'a.c'"), ("b.c", "\"b.c\""), ("c.c", "'c.c'")]);
        assert!(texts_of(text, "none").is_empty());
    }

    #[test]
    fn a_file_is_read() {
        let text = "threads = 3\nrun = \"save\" # as told\ninclude-paths = ['a', 'b']\n";
        let (layer, complaints) = read(text);
        assert_eq!(complaints, []);
        assert_eq!(layer.settings.len(), 3);
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let list = complaints("thread = 3\nrun = 'sometimes'\n[server]\nx = 1\n");
        let at: Vec<&str> = list.iter().map(|(at, _)| *at).collect();
        assert_eq!(at[..2], ["thread", "'sometimes'"], "{list:?}");
        assert_eq!(list.len(), 3);
        assert_eq!(complaints("threads = \n").len(), 1);
        assert_eq!(complaints(""), []);
    }
}
