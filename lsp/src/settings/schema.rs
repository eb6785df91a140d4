//! The JSON schema of the settings, for editors and for whoever writes `braid.toml`.

use serde_json::{Map, Value, json};

use super::keys::KEYS;

pub fn schema() -> Value {
    let mut properties = Map::new();
    for key in KEYS {
        let mut property = (key.schema)();
        if let Some(object) = property.as_object_mut() {
            object.insert("description".to_owned(), json!(key.description));
            object.insert("default".to_owned(), (key.default)());
        }
        properties.insert(key.name.to_owned(), property);
    }
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of Braid",
        "description": "In braid.toml, and under `braid` in the settings of an editor.",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With BRAID_UPDATE=1 the file is written.
    #[test]
    fn the_file_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/settings.schema.json");
        let text = serde_json::to_string_pretty(&schema()).expect("it is JSON") + "\n";
        if std::env::var_os("BRAID_UPDATE").is_some() {
            std::fs::write(path, &text).expect("it can be written");
        }
        let written = std::fs::read_to_string(path).expect("the file is there");
        assert_eq!(written, text, "run the test with BRAID_UPDATE=1");
    }

    #[test]
    fn it_knows_the_keys_that_are_read() {
        for (key, property) in schema()["properties"].as_object().expect("an object") {
            let default = super::super::keys::read(key, &property["default"]);
            assert!(default.is_ok(), "{key}: {default:?}");
        }
    }
}
