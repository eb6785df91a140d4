//! What the protocol has learned since version 3.17, as far as we speak it.
//!
//! The types of `tower-lsp` 0.20 drop what they do not know. So what a client says about it travels in
//! a place that they keep, and what we say about it is added behind their back.

use serde_json::{Map, Value, json};

/// The name of the ability, and of the place among what is experimental where it travels.
pub const TEXT_CONTENT: &str = "textDocumentContent";
/// Addresses of traces start with this.
pub const TRACE_SCHEME: &str = "braid-trace";

/// Prepares the parameters of `initialize` for those types.
pub fn keep(params: &mut Value) {
    let Some(can) = params.pointer("/capabilities/workspace/textDocumentContent").cloned() else {
        return;
    };
    let Some(capabilities) = params.get_mut("capabilities").and_then(Value::as_object_mut) else {
        return;
    };
    let experimental = capabilities.entry("experimental").or_insert_with(|| json!({}));
    if experimental.is_null() {
        *experimental = json!({});
    }
    if let Some(experimental) = experimental.as_object_mut() {
        experimental.insert(TEXT_CONTENT.to_owned(), can);
    }
}

/// Whether a client has said in these parameters that it can do it.
pub fn is_known(params: &Value) -> bool {
    params.pointer("/capabilities/experimental/textDocumentContent").is_some()
}

/// Adds what we can do to the answer to `initialize`.
pub fn announce(result: &mut Value) {
    let capabilities = result.get_mut("capabilities").and_then(Value::as_object_mut);
    let Some(capabilities) = capabilities else { return };
    let workspace = capabilities.entry("workspace").or_insert_with(|| Map::new().into());
    if let Some(workspace) = workspace.as_object_mut() {
        workspace.insert(TEXT_CONTENT.to_owned(), json!({ "schemes": [TRACE_SCHEME] }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_kept_beside_the_rest() {
        let can = json!({ "dynamicRegistration": true });
        let mut params = json!({ "capabilities": {
            "workspace": { "textDocumentContent": can }, "experimental": { "braid": true },
        } });
        keep(&mut params);
        let kept = &params["capabilities"]["experimental"];
        assert_eq!(*kept, json!({ "braid": true, "textDocumentContent": can }));
        for little in [json!(null), json!({}), json!({ "capabilities": { "workspace": {} } })] {
            let mut same = little.clone();
            keep(&mut same);
            assert_eq!(same, little);
        }
    }
}
