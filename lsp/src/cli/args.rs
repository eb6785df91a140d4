//! The flags, as `clap` reads them.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

/// Proves or breaks assertions in C programs with threads.
#[derive(Debug, Parser)]
#[command(name = "braid", version, arg_required_else_help = true, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show in a minute what Braid does, with an example that comes with it
    Demo(Demo),
    /// Check the assertions of C files, and show the interleaving that breaks one
    ///
    /// Exit codes: 0 everything was proved, 1 something is violated, 2 usage, input or internal
    /// error, 3 inconclusive.
    Check(Check),
    /// Print what Braid makes of a file, stage by stage
    Dump(Dump),
    /// Check a proof that `braid check --proof` has written, trusting nothing of it
    ///
    /// Exit codes: 0 it proves every property for any number of threads, 2 usage or input error, 3 it
    /// does not.
    Certify(Certify),
    /// Explain a code such as `assertion-violated`, or list all codes
    Explain(Explain),
    /// Run the language server on standard input and output
    Lsp,
    /// Say what Braid finds here: settings and where they come from, compilation database, cache
    Doctor(Doctor),
    /// What the language server starts to do its work
    #[command(hide = true)]
    Worker,
}

#[derive(Debug, ClapArgs)]
pub struct Check {
    /// C files, each a program of its own unless --link or the settings say otherwise; `-` is
    /// standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub input: Input,

    /// How many threads the program may create, not counting main [default: any]
    #[arg(long, value_name = "N|any", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<Threads>,

    /// How results are printed; in JSON, lines and columns count from 1, columns in characters
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,

    /// Give up after this much work; the same budget gives the same answer on every machine
    /// [default: 50000000]
    #[arg(long, value_name = "STEPS", value_parser = clap::value_parser!(u64).range(1..))]
    pub budget: Option<u64>,

    /// Give up after this much time
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<f64>,

    /// Take all files as the units of one program
    #[arg(long)]
    pub link: bool,

    /// Write what was proved to this file, for `braid certify`
    #[arg(long, value_name = "PROOF")]
    pub proof: Option<PathBuf>,

    /// When to use colours; `NO_COLOR` is respected
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,

    /// One line per property
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Also say which settings hold and how much work was done
    #[arg(short, long)]
    pub verbose: bool,
}

#[derive(Debug, ClapArgs)]
pub struct Dump {
    /// Which stage to print
    #[arg(long, value_enum)]
    pub stage: Stage,

    /// A C file; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Take all files as the units of one program
    #[arg(long)]
    pub link: bool,

    #[command(flatten)]
    pub input: Input,
}

#[derive(Debug, ClapArgs)]
pub struct Certify {
    /// The C file that the proof is about
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Take all files as the units of one program
    #[arg(long)]
    pub link: bool,

    /// What `braid check --proof` has written
    #[arg(value_name = "PROOF")]
    pub proof: PathBuf,

    #[command(flatten)]
    pub input: Input,
}

#[derive(Debug, ClapArgs)]
pub struct Explain {
    /// The code, as printed in brackets; without one, all codes are listed
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub struct Doctor {
    /// A folder or a C file; without one, this folder
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,

    /// Print the JSON schema of the settings instead
    #[arg(long, conflicts_with = "path")]
    pub schema: bool,
}

#[derive(Debug, ClapArgs)]
pub struct Demo {
    /// Start VS Code in the browser instead, with the extension and examples; needs Node
    #[arg(long)]
    pub web: bool,

    /// When to use colours; `NO_COLOR` is respected
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
}

/// How the text of a program is read; the same for every command.
#[derive(Clone, Debug, ClapArgs)]
pub struct Input {
    /// Look for included files here, after the including file's own directory
    #[arg(short = 'I', value_name = "DIR")]
    pub include_dirs: Vec<PathBuf>,

    /// Define a macro; without a value it is 1
    #[arg(short = 'D', value_name = "NAME[=VALUE]", value_parser = define)]
    pub defines: Vec<Define>,

    /// Take a function or a type of the program for one that Braid knows
    #[arg(long = "name", value_name = "NAME=KNOWN", value_parser = alias)]
    pub names: Vec<Alias>,

    /// How many objects each place that allocates memory can give out [default: 4, up to 16 where needed]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub heap_objects: Option<u32>,

    /// Widths of the C types: `long` and pointers have 32 or 64 bits [default: lp64]
    #[arg(long, value_enum, value_name = "MODEL")]
    pub data_model: Option<DataModel>,

    /// What happens in one go: a single memory access, as in C, or a whole statement [default: access]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub atomicity: Option<Atomicity>,

    /// Read no braid.toml and no compile_commands.json
    #[arg(long)]
    pub no_settings: bool,
}

/// Which files are one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// All that are named.
    Together,
    /// What the settings say.
    AsTold,
}

impl Link {
    /// As the flag `--link` says.
    pub fn of(flag: bool) -> Self {
        if flag { Link::Together } else { Link::AsTold }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    Any,
    UpTo(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// Perhaps with parameters.
    pub name: String,
    pub value: Option<String>,
}

/// `my_lock=pthread_mutex_lock`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    pub name: String,
    pub known: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Human,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DataModel {
    Ilp32,
    Lp64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Atomicity {
    Access,
    Statement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    Tokens,
    Ast,
    Scpl,
    Sharing,
    Threads,
    /// The program with fewer locations, on which proofs are made
    Reduced,
    /// The predicates that proofs rest on
    Predicates,
    /// What is reached of the program seen through them, as a Boolean broadcast program
    Bbp,
    /// The checked proofs, with every view
    Views,
}

/// More than this many threads are asked for by mistake.
const MAX_THREADS: u32 = 1000;

fn threads(text: &str) -> Result<Threads, String> {
    if text == "any" {
        return Ok(Threads::Any);
    }
    match text.parse::<u32>() {
        Ok(0) => Err("at least 1 thread besides main is needed; the default is `any`".into()),
        Ok(n) if n > MAX_THREADS => Err(format!("at most {MAX_THREADS}, or `any`")),
        Ok(n) => Ok(Threads::UpTo(n)),
        Err(_) => Err(format!("expected a number from 1 to {MAX_THREADS}, or `any`")),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(secs) if secs.is_finite() && secs > 0.0 && secs <= 1e9 => Ok(secs),
        _ => Err("expected a number of seconds greater than 0".into()),
    }
}

fn alias(text: &str) -> Result<Alias, String> {
    let is_name = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    match text.split_once('=') {
        Some((name, known)) if is_name(name) && is_name(known) => {
            Ok(Alias { name: name.to_owned(), known: known.to_owned() })
        }
        _ => Err("expected two names, as in `my_lock=pthread_mutex_lock`".into()),
    }
}

fn define(text: &str) -> Result<Define, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (text, None),
    };
    let word = name.split_once('(').map_or(name, |(word, _)| word).trim();
    let is_name = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name || word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(format!("`{word}` is no name for a macro"));
    }
    Ok(Define { name: name.to_owned(), value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_are_consistent() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }

    #[test]
    fn thread_counts() {
        assert_eq!(threads("any"), Ok(Threads::Any));
        assert_eq!(threads("3"), Ok(Threads::UpTo(3)));
        for nonsense in ["0", "-1", "1001", "x", "", "4294967296", "3.5"] {
            assert!(threads(nonsense).is_err(), "{nonsense}");
        }
    }

    #[test]
    fn defines() {
        let define = |text| define(text).map(|d| (d.name, d.value));
        assert_eq!(define("N"), Ok(("N".into(), None)));
        assert_eq!(define("N="), Ok(("N".into(), Some("".into()))));
        assert_eq!(define("N=a=b"), Ok(("N".into(), Some("a=b".into()))));
        assert_eq!(define("f(x)=x"), Ok(("f(x)".into(), Some("x".into()))));
        assert!(define("3N=1").is_err());
        assert!(define("=1").is_err());
    }
}
