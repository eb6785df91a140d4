//! What we speak beyond the standard protocol; `lsp/PROTOCOL.md` describes it.

use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::notification::Notification;
use tower_lsp::lsp_types::request::Request;
use tower_lsp::lsp_types::{Range, Url};

#[derive(Debug)]
pub enum Status {}

impl Notification for Status {
    type Params = StatusParams;
    const METHOD: &'static str = "braid/status";
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StatusParams {
    pub state: Doing,
    pub uri: Option<Url>,
    pub message: String,
    pub phase: Option<String>,
    pub round: Option<u32>,
    pub predicates: Option<u32>,
    pub threads: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Doing {
    Idle,
    Checking,
    Stopped,
    Failed,
}

#[derive(Debug)]
pub enum Verdicts {}

impl Notification for Verdicts {
    type Params = VerdictsParams;
    const METHOD: &'static str = "braid/verdicts";
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerdictsParams {
    pub uri: Url,
    pub version: Option<i32>,
    pub properties: Vec<PropertyParams>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PropertyParams {
    pub id: String,
    pub kind: String,
    pub range: Range,
    pub function: String,
    pub text: String,
    pub state: String,
    pub threads: Option<ThreadCount>,
    pub minimal: bool,
    pub message: String,
    pub assumptions: Vec<String>,
    pub has_trace: bool,
}

/// `"any"` or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadCount(pub Option<u32>);

impl Serialize for ThreadCount {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            None => to.serialize_str("any"),
            Some(n) => to.serialize_u32(n),
        }
    }
}

impl<'de> Deserialize<'de> for ThreadCount {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        match serde_json::Value::deserialize(from)? {
            serde_json::Value::String(word) if word == "any" => Ok(Self(None)),
            serde_json::Value::Number(n) => {
                let n = n.as_u64().and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0);
                n.map(|n| Self(Some(n))).ok_or_else(|| D::Error::custom("no number of threads"))
            }
            _ => Err(D::Error::custom("expected a number of threads or \"any\"")),
        }
    }
}

/// `workspace/textDocumentContent` of the protocol's version 3.18.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TextContentQuestion {
    pub uri: Url,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TextContent {
    pub text: String,
}

/// The client may ask again for the text of an address.
#[derive(Debug)]
pub enum TextContentRefresh {}

impl Request for TextContentRefresh {
    type Params = TextContentQuestion;
    type Result = ();
    const METHOD: &'static str = "workspace/textDocumentContent/refresh";
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TraceQuestion {
    pub uri: Url,
    pub id: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TraceAnswer {
    pub title: String,
    pub uri: Url,
    pub version: Option<i32>,
    pub threads: Vec<TraceThread>,
    pub steps: Vec<TraceStep>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TraceThread {
    pub name: String,
    pub template: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TraceStep {
    pub thread: usize,
    pub function: String,
    pub uri: Url,
    pub range: Range,
    pub text: String,
    pub story: String,
    pub writes: Vec<TraceWrite>,
    pub switch: bool,
    pub conflicts: Vec<usize>,
    pub failure: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TraceWrite {
    pub name: String,
    pub old: Option<String>,
    pub new: String,
    pub shared: bool,
}
