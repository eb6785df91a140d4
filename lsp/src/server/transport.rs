//! The connection to the client.
//!
//! Reads messages, hands them to the `tower-lsp` service one by one, and writes what comes back.
//! `tower_lsp::Server` would do that too, but the one of 0.20 does not leave when it is told to as
//! long as its input stays open (tower-lsp#399), and leaves when it is not told to, after any message
//! that it cannot decode. It also looks at several messages at once, so a document could arrive
//! before the answer to `initialize` has made the service ready for it, and would be lost.

use std::future::poll_fn;
use std::time::Duration;

use futures::{Sink, SinkExt, Stream, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, BufReader};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_lsp::{ClientSocket, LanguageServer, LspService};
use tower_service::Service;

use super::frame::{self, Frame};
use crate::convert::newer;

/// How long a client that is about to leave may take to read our last words.
const PATIENCE: Duration = Duration::from_secs(1);

/// How the client left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goodbye {
    /// After `shutdown`, as it should be.
    Proper,
    /// With `exit` alone, or without a word.
    Abrupt,
}

/// Serves until the client says `exit`, or is gone.
pub async fn serve<S: LanguageServer>(
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin,
    service: LspService<S>,
    socket: ClientSocket,
) -> Goodbye {
    let (requests, replies) = socket.split();
    // Without limit: if reading waited for writing, a client that does the same would wait forever.
    let (responses, responded) = unbounded_channel();
    let mut writing = Box::pin(write_all(output, responded, requests));
    let mut reading = Box::pin(read_all(input, service, responses, replies));
    tokio::select! {
        goodbye = &mut reading => {
            // Reading has ended, so no more responses can come, and writing ends with the last one.
            let _ = tokio::time::timeout(PATIENCE, writing).await;
            goodbye
        }
        // Nobody reads what we say.
        () = &mut writing => Goodbye::Abrupt,
    }
}

async fn read_all<S: LanguageServer>(
    input: impl AsyncRead + Unpin,
    mut service: LspService<S>,
    responses: UnboundedSender<Response>,
    mut replies: impl Sink<Response> + Unpin,
) -> Goodbye {
    let mut input = BufReader::new(input);
    let mut goodbye = Goodbye::Abrupt;
    loop {
        let incoming = match frame::read(&mut input).await {
            Ok(Some(Frame::Body(body))) => Incoming::parse(&body),
            Ok(Some(Frame::Garbage)) => Incoming::Nonsense(Id::Null, Error::parse_error()),
            Ok(None) | Err(_) => return goodbye,
        };
        let response = match incoming {
            // `tower-lsp` keeps silent about these, and the client would wait forever.
            Incoming::Request(request) if is_optional(&request) => {
                request.id().map(|id| Response::from_error(id.clone(), Error::method_not_found()))
            }
            Incoming::Request(request) => {
                let method = request.method().to_owned();
                let is_newer = request.params().is_some_and(newer::is_known);
                let mut response = call(&mut service, request).await;
                match method.as_str() {
                    "initialize" if is_newer => response = response.map(introduced),
                    "exit" => return goodbye,
                    "shutdown" if response.as_ref().is_some_and(Response::is_ok) => {
                        goodbye = Goodbye::Proper;
                    }
                    _ => {}
                }
                response
            }
            Incoming::Reply(reply) => {
                // It only fails after `exit`, and then we are not here.
                let _ = replies.send(reply).await;
                None
            }
            Incoming::Nonsense(id, error) => Some(Response::from_error(id, error)),
        };
        if let Some(response) = response {
            // The other end is gone only if writing has failed, which ends us as well.
            let _ = responses.send(response);
        }
    }
}

/// Whether a request is one that depends on the implementation, of which we have none.
fn is_optional(request: &Request) -> bool {
    request.method().starts_with("$/") && request.id().is_some()
}

/// Our introduction, with what the types of the protocol have no word for.
fn introduced(response: Response) -> Response {
    let (id, mut result) = response.into_parts();
    if let Ok(result) = &mut result {
        newer::announce(result);
    }
    Response::from_parts(id, result)
}

/// Has a message handled. A panic costs its answer and nothing else.
async fn call<S: LanguageServer>(
    service: &mut LspService<S>,
    request: Request,
) -> Option<Response> {
    let id = request.id().cloned();
    poll_fn(|context| service.poll_ready(context)).await.ok()?;
    match tokio::spawn(service.call(request)).await {
        Ok(response) => response.ok()?,
        Err(_) => id.map(|id| Response::from_error(id, Error::internal_error())),
    }
}

/// Writes responses and the server's own messages, until no more responses can come.
async fn write_all(
    mut output: impl AsyncWrite + Unpin,
    mut responses: UnboundedReceiver<Response>,
    requests: impl Stream<Item = Request> + Unpin,
) {
    let mut requests = requests.fuse();
    loop {
        let body = tokio::select! {
            biased;
            response = responses.recv() => match response {
                Some(response) => serde_json::to_vec(&response),
                None => return,
            },
            Some(request) = requests.next() => serde_json::to_vec(&request),
        };
        // Our own messages are made of plain data, which always can be written as JSON.
        let Ok(body) = body else { continue };
        if frame::write(&mut output, &body).await.is_err() {
            return;
        }
    }
}

enum Incoming {
    Request(Request),
    Reply(Response),
    /// With what to say about it, and to which request.
    Nonsense(Id, Error),
}

impl Incoming {
    fn parse(body: &[u8]) -> Self {
        let Ok(mut message) = serde_json::from_slice::<Value>(body) else {
            return Self::Nonsense(Id::Null, Error::parse_error());
        };
        // Some clients spell out that there are no parameters, which `tower-lsp` does not expect.
        if let Some(object) = message.as_object_mut()
            && object.get("params").is_some_and(Value::is_null)
        {
            object.remove("params");
        }
        if message.get("method").is_some_and(|method| method == "initialize")
            && let Some(params) = message.get_mut("params")
        {
            newer::keep(params);
        }
        let id = message.get("id").cloned();
        let is_request = message.get("method").is_some_and(Value::is_string);
        let is_reply = message.get("result").is_some() || message.get("error").is_some();
        let parsed = if is_request {
            serde_json::from_value(message).ok().map(Self::Request)
        } else if is_reply {
            serde_json::from_value(message).ok().map(Self::Reply)
        } else {
            None
        };
        parsed.unwrap_or_else(|| {
            let id = id.and_then(|id| serde_json::from_value(id).ok());
            Self::Nonsense(id.unwrap_or_default(), Error::invalid_request())
        })
    }
}
