//! The keys, what they may be set to, and what to say where they are not.

use serde_json::{Value, json};

use crate::server::{Atomicity, DataModel, MAX_THREADS};

/// As many as the engine takes.
const MAX_HEAP_OBJECTS: u32 = braid_core::engine::Heap::MAX_OBJECTS;

/// A setting with its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// `None` for any number.
    Threads(Option<u32>),
    Run(Run),
    Budget(u64),
    IncludePaths(Vec<String>),
    Defines(Vec<String>),
    DataModel(DataModel),
    Atomicity(Atomicity),
    Ignore(Vec<String>),
    Hints(bool),
    /// Names of the project, and what they stand for.
    Names(Vec<(String, String)>),
    HeapObjects(Option<u32>),
    Link(Link),
}

/// Which files are one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// The patterns of each.
    Programs(Vec<Vec<String>>),
    /// What the compilation database compiles for the same target.
    Database,
}

/// When documents are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Run {
    #[default]
    Change,
    Save,
    Manual,
}

/// What is wrong with a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// `unknown-setting` or `bad-setting`.
    pub code: &'static str,
    /// One line that stands alone.
    pub message: String,
    /// Whether it is about the key, rather than its value.
    pub about_key: bool,
}

impl Complaint {
    pub fn shape() -> Self {
        let message = "the settings must be a table of keys and values".to_owned();
        Self { code: "bad-setting", message, about_key: true }
    }
}

/// How a key is described.
pub struct Key {
    pub name: &'static str,
    pub description: &'static str,
    /// The JSON schema of its values.
    pub schema: fn() -> Value,
    pub default: fn() -> Value,
    /// Whether the editor decides, rather than the file.
    pub is_taste: bool,
}

pub const KEYS: &[Key] = &[
    Key {
        name: "threads",
        description: "How many threads a program may create, not counting main.",
        schema: || {
            let number = json!({ "type": "integer", "minimum": 1, "maximum": MAX_THREADS });
            json!({ "anyOf": [{ "const": "any" }, number] })
        },
        default: || json!("any"),
        is_taste: false,
    },
    Key {
        name: "run",
        description: "When a file is checked: after every change, when it is saved, or only on command.",
        schema: || json!({ "enum": ["change", "save", "manual"] }),
        default: || json!("change"),
        is_taste: true,
    },
    Key {
        name: "budget",
        description: "Steps of work before a file is given up; the same budget gives the same answer on every machine.",
        schema: || json!({ "type": "integer", "minimum": 1 }),
        default: || json!(crate::server::DEFAULT_BUDGET),
        is_taste: false,
    },
    Key {
        name: "includePaths",
        description: "Folders in which included files are looked for, after that of the including file. Relative ones start at braid.toml, or at the root of the workspace.",
        schema: || json!({ "type": "array", "items": { "type": "string", "minLength": 1 } }),
        default: || json!([]),
        is_taste: false,
    },
    Key {
        name: "defines",
        description: "Macros that are defined before the first line, as NAME or NAME=VALUE.",
        schema: || json!({ "type": "array", "items": { "type": "string", "minLength": 1 } }),
        default: || json!([]),
        is_taste: false,
    },
    Key {
        name: "dataModel",
        description: "Widths of the C types: long and pointers have 32 or 64 bits.",
        schema: || json!({ "enum": ["ilp32", "lp64"] }),
        default: || json!("lp64"),
        is_taste: false,
    },
    Key {
        name: "atomicity",
        description: "What happens in one go: a single memory access, as in C, or a whole statement.",
        schema: || json!({ "enum": ["access", "statement"] }),
        default: || json!("access"),
        is_taste: false,
    },
    Key {
        name: "ignore",
        description: "Files that are not checked, as patterns such as `third_party/**`, relative to braid.toml or to the root of the workspace.",
        schema: || json!({ "type": "array", "items": { "type": "string", "minLength": 1 } }),
        default: || json!([]),
        is_taste: false,
    },
    Key {
        name: "hints",
        description: "Whether inlay hints tell which variables are shared and which locks are held.",
        schema: || json!({ "type": "boolean" }),
        default: || json!(false),
        is_taste: true,
    },
    Key {
        name: "names",
        description: "Functions and types of the project that stand for known ones, such as `my_lock = \"pthread_mutex_lock\"`. Trusted, and listed with every verdict.",
        schema: || json!({ "type": "object", "additionalProperties": { "type": "string", "minLength": 1 } }),
        default: || json!({}),
        is_taste: false,
    },
    Key {
        name: "heapObjects",
        description: "How many objects each place that allocates memory can give out before what follows is unknown; `auto` is 4, and up to 16 where those are not enough.",
        schema: || {
            let number = json!({ "type": "integer", "minimum": 1, "maximum": MAX_HEAP_OBJECTS });
            json!({ "anyOf": [{ "const": "auto" }, number] })
        },
        default: || json!("auto"),
        is_taste: false,
    },
    Key {
        name: "link",
        description: "Files that are one program, as patterns such as `src/*.c`, relative to braid.toml or to the root of the workspace; a list of such lists for several programs; or `database` for what compile_commands.json compiles for the same target. Every other file is a program by itself.",
        schema: || {
            let patterns =
                json!({ "type": "array", "items": { "type": "string", "minLength": 1 } });
            let programs = json!({ "type": "array", "items": patterns });
            json!({ "anyOf": [{ "const": "database" }, patterns, programs] })
        },
        default: || json!([]),
        is_taste: false,
    },
];

/// Keys that editors have for themselves.
pub fn is_editors(key: &str) -> bool {
    matches!(key, "server" | "trace" | "enable")
}

impl Setting {
    pub fn key(&self) -> &'static str {
        match self {
            Setting::Threads(_) => "threads",
            Setting::Run(_) => "run",
            Setting::Budget(_) => "budget",
            Setting::IncludePaths(_) => "includePaths",
            Setting::Defines(_) => "defines",
            Setting::DataModel(_) => "dataModel",
            Setting::Atomicity(_) => "atomicity",
            Setting::Ignore(_) => "ignore",
            Setting::Hints(_) => "hints",
            Setting::Names(_) => "names",
            Setting::HeapObjects(_) => "heapObjects",
            Setting::Link(_) => "link",
        }
    }
}

/// Reads a setting, as far as its key and value make sense.
pub fn read(key: &str, value: &Value) -> Result<Setting, Complaint> {
    let known = |name: &str| plain(name) == plain(key);
    let Some(found) = KEYS.iter().find(|one| known(one.name)) else {
        return Err(unknown(key));
    };
    let bad = |expected: &str| Complaint {
        code: "bad-setting",
        message: format!("`{}` must be {expected}, not {value}", found.name),
        about_key: false,
    };
    let texts = |expected: &str| -> Result<Vec<String>, Complaint> {
        let list = value.as_array().ok_or_else(|| bad(expected))?;
        let texts = list.iter().map(|one| {
            let text = one.as_str().filter(|text| !text.is_empty());
            text.map(str::to_owned).ok_or_else(|| bad(expected))
        });
        texts.collect()
    };
    let choice = |choices: &[&'static str]| -> Result<&'static str, Complaint> {
        let word = value.as_str().unwrap_or_default();
        let same = choices.iter().find(|choice| **choice == word);
        same.copied().ok_or_else(|| {
            let listed = choices.iter().map(|choice| format!("\"{choice}\"")).collect::<Vec<_>>();
            let mut complaint = bad(&listed.join(" or "));
            if let Some(near) = nearest(word, choices) {
                complaint.message.push_str(&format!("; did you mean \"{near}\"?"));
            }
            complaint
        })
    };
    Ok(match found.name {
        "threads" if value == "any" => Setting::Threads(None),
        "threads" => {
            let n = value.as_u64().filter(|n| (1..=u64::from(MAX_THREADS)).contains(n));
            let n = n.ok_or_else(|| bad(&format!("a number from 1 to {MAX_THREADS}, or \"any\"")));
            Setting::Threads(Some(n? as u32))
        }
        "run" => Setting::Run(match choice(&["change", "save", "manual"])? {
            "save" => Run::Save,
            "manual" => Run::Manual,
            _ => Run::Change,
        }),
        "budget" => {
            let steps = value.as_u64().filter(|steps| *steps > 0);
            Setting::Budget(steps.ok_or_else(|| bad("a number of steps from 1 on"))?)
        }
        "includePaths" => Setting::IncludePaths(texts("a list of folders")?),
        "defines" => {
            let list = texts("a list of macros, such as \"NDEBUG\" or \"N=3\"")?;
            if let Some(wrong) = list.iter().find(|define| !is_define(define)) {
                let message = format!("`{wrong}` in `defines` is no macro, such as NDEBUG or N=3");
                return Err(Complaint { code: "bad-setting", message, about_key: false });
            }
            Setting::Defines(list)
        }
        "dataModel" => Setting::DataModel(match choice(&["ilp32", "lp64"])? {
            "ilp32" => DataModel::Ilp32,
            _ => DataModel::Lp64,
        }),
        "atomicity" => Setting::Atomicity(match choice(&["access", "statement"])? {
            "statement" => Atomicity::Statement,
            _ => Atomicity::Access,
        }),
        "ignore" => Setting::Ignore(texts("a list of patterns")?),
        "names" => Setting::Names(
            names(value)
                .ok_or_else(|| bad("a table of names, such as my_lock = \"pthread_mutex_lock\""))?,
        ),
        "heapObjects" if value == "auto" => Setting::HeapObjects(None),
        "heapObjects" => {
            let n = value.as_u64().filter(|n| (1..=u64::from(MAX_HEAP_OBJECTS)).contains(n));
            let n = n.ok_or_else(|| bad(&format!("a number from 1 to {MAX_HEAP_OBJECTS}, or \"auto\"")));
            Setting::HeapObjects(Some(n? as u32))
        }
        "link" => Setting::Link(link(value).ok_or_else(|| {
            bad("a list of files, such as [\"main.c\", \"src/*.c\"], a list of such lists, or \"database\"")
        })?),
        _ => Setting::Hints(value.as_bool().ok_or_else(|| bad("true or false"))?),
    })
}

/// Keys may be spelt as people do in TOML: `include-paths`, `include_paths`.
fn plain(key: &str) -> String {
    key.chars().filter(|c| !matches!(c, '-' | '_')).collect::<String>().to_lowercase()
}

fn unknown(key: &str) -> Complaint {
    let names: Vec<&'static str> = KEYS.iter().map(|key| key.name).collect();
    let hint = match nearest(key, &names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", names.join(", ")),
    };
    let message = format!("there is no setting `{key}`: {hint}");
    Complaint { code: "unknown-setting", message, about_key: true }
}

/// A table from names to names.
fn names(value: &Value) -> Option<Vec<(String, String)>> {
    let is_name = |text: &&str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let table = value.as_object()?.iter();
    let pairs = table.map(|(name, known)| {
        let known = known.as_str().filter(is_name)?;
        is_name(&name.as_str()).then(|| (name.clone(), known.to_owned()))
    });
    pairs.collect()
}

/// `"database"`, the patterns of one program, or those of several.
fn link(value: &Value) -> Option<Link> {
    if value == "database" {
        return Some(Link::Database);
    }
    let patterns = |list: &Vec<Value>| -> Option<Vec<String>> {
        let text = |one: &Value| one.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        list.iter().map(text).collect()
    };
    let list = value.as_array()?;
    let programs: Option<Vec<Vec<String>>> = match patterns(list) {
        Some(one) => Some(vec![one]),
        None => list.iter().map(|one| patterns(one.as_array()?)).collect(),
    };
    Some(Link::Programs(programs?.into_iter().filter(|one| !one.is_empty()).collect()))
}

fn is_define(text: &str) -> bool {
    let name = text.split_once('=').map_or(text, |(name, _)| name);
    let name = name.split_once('(').map_or(name, |(name, _)| name).trim();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty() && name.chars().all(is_word) && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// The word that was probably meant.
fn nearest(word: &str, words: &[&'static str]) -> Option<&'static str> {
    let word = plain(word);
    let near = words.iter().map(|one| (distance(&word, &plain(one)), *one)).min()?;
    (near.0 <= 1 + word.len() / 4).then_some(near.1)
}

/// How many letters differ, in the sense of Levenshtein.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let same = before + usize::from(a != *b);
            before = row[j + 1];
            row[j + 1] = same.min(before + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(key: &str, value: Value) -> String {
        read(key, &value).expect_err("it makes no sense").message
    }

    #[test]
    fn keys_and_values_are_read() {
        assert_eq!(read("threads", &json!("any")), Ok(Setting::Threads(None)));
        assert_eq!(read("threads", &json!(3)), Ok(Setting::Threads(Some(3))));
        assert_eq!(read("run", &json!("save")), Ok(Setting::Run(Run::Save)));
        let paths = Setting::IncludePaths(vec!["include".to_owned()]);
        for key in ["includePaths", "include-paths", "include_paths"] {
            assert_eq!(read(key, &json!(["include"])), Ok(paths.clone()));
        }
        for key in KEYS {
            let default = read(key.name, &(key.default)()).expect("the default makes sense");
            assert_eq!(default.key(), key.name);
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_what_is_right() {
        assert_eq!(
            wrong("thraeds", json!(3)),
            "there is no setting `thraeds`: did you mean `threads`?"
        );
        assert!(wrong("xyz", json!(3)).contains("there are threads, run"));
        assert_eq!(
            wrong("run", json!("chnage")),
            "`run` must be \"change\" or \"save\" or \"manual\", not \"chnage\"; did you mean \"change\"?"
        );
        assert_eq!(
            wrong("threads", json!(0)),
            "`threads` must be a number from 1 to 1000, or \"any\", not 0"
        );
        assert!(wrong("defines", json!(["3N"])).contains("`3N`"));
        assert!(wrong("hints", json!("yes")).contains("true or false"));
        assert!(wrong("names", json!({ "my_lock": 3 })).contains("a table of names"));
        assert!(wrong("heapObjects", json!(0)).contains("from 1 to 64"));
        for nonsense in [json!("a.c"), json!([["a.c"], "b.c"]), json!([3]), json!([""])] {
            assert!(wrong("link", nonsense).contains("a list of files"));
        }
    }

    #[test]
    fn programs_are_read() {
        let link = |value: Value| read("link", &value).expect("it makes sense");
        let programs = |list: &[&[&str]]| {
            let texts = |one: &&[&str]| one.iter().map(|&text| text.to_owned()).collect();
            Setting::Link(Link::Programs(list.iter().map(texts).collect()))
        };
        assert_eq!(link(json!([])), programs(&[]));
        assert_eq!(link(json!(["a.c", "src/*.c"])), programs(&[&["a.c", "src/*.c"]]));
        assert_eq!(link(json!([["a.c"], ["b.c", "c.c"]])), programs(&[&["a.c"], &["b.c", "c.c"]]));
        assert_eq!(link(json!("database")), Setting::Link(Link::Database));
    }
}
