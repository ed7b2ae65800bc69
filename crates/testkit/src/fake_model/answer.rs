//! What a script has the fake say, and what goes wrong while it says it.

use std::time::Duration;

use serde_json::Value;

#[derive(Clone, Debug)]
pub struct Answer {
    pub(super) text: String,
    pub(super) thinking: Option<String>,
    pub(super) counts_tokens: bool,
    pub(super) heeds_stream: bool,
    pub(super) reaches_limit: bool,
    pub(super) in_one_piece: bool,
    pub(super) is_stamped: bool,
    pub(super) document: Option<Value>,
    pub(super) fault: Option<Fault>,
}

impl Answer {
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            thinking: None,
            counts_tokens: true,
            heeds_stream: true,
            reaches_limit: false,
            in_one_piece: false,
            is_stamped: false,
            document: None,
            fault: None,
        }
    }

    /// This document, whatever was asked.
    pub fn document(document: Value) -> Self {
        Self { document: Some(document), ..Self::text("") }
    }

    /// An answer that fails before or instead of saying anything.
    pub fn failing(fault: Fault) -> Self {
        Self::text("This is what would have been said without the fault.").with(fault)
    }

    pub fn with(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }

    /// The model thinks before it replies, in the field that the protocol has for that.
    pub fn thinking(mut self, thoughts: impl Into<String>) -> Self {
        self.thinking = Some(thoughts.into());
        self
    }

    /// The server does not say how many tokens it took.
    pub fn without_usage(mut self) -> Self {
        self.counts_tokens = false;
        self
    }

    /// The server replies with one document although a stream was asked for.
    pub fn ignoring_stream(mut self) -> Self {
        self.heeds_stream = false;
        self
    }

    /// The reply ends because it reached the limit of tokens.
    pub fn reaching_the_limit(mut self) -> Self {
        self.reaches_limit = true;
        self
    }

    /// The text comes as one piece and everything in one write: what it costs to send is not what is
    /// measured.
    pub fn in_one_piece(mut self) -> Self {
        self.in_one_piece = true;
        self
    }

    /// Every text within the reply, which must be JSON, ends with the time it was sent at: ` @` and
    /// nanoseconds since 1970. Whoever sees a text later knows how long it took to get there.
    pub fn stamped(mut self) -> Self {
        self.is_stamped = true;
        self
    }
}

#[derive(Clone, Debug)]
pub enum Fault {
    /// Nothing at all comes for a while.
    SlowFirstByte(Duration),
    /// A while passes before every piece.
    SlowDrip(Duration),
    /// The connection ends after so many bytes of the body.
    CutAfter(usize),
    /// 429, with `Retry-After` as it is written here.
    TooManyRequests { retry_after: Option<String> },
    /// 500.
    ServerError,
    /// A stream in the right form, whose frames are not JSON.
    InvalidJson,
    /// A web page.
    WrongContentType,
    /// A proper reply that has no text.
    Empty,
    /// So many bytes of text.
    Enormous(usize),
    /// Takes the request and never answers.
    Hang,
    /// 400 to a request with a schema. Without one, the answer is given.
    RefuseSchema,
    /// 400, naming the limit where the protocol's messages do.
    ContextTooLong { limit: u32 },
    /// 401, repeating the key.
    Unauthorised,
    /// 404.
    UnknownModel,
    /// 400 to a request that has this field. Without it, the answer is given.
    RefuseField(&'static str),
    /// 307 to another address: the same request, elsewhere.
    Redirect(String),
    /// The stream begins, and then says that the server failed.
    FailInStream,
}
