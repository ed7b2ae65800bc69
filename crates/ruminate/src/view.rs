//! Showing a run: on a terminal as a screen or as an answer that is being written, in a pipe as lines, for
//! programs as JSON.

mod answer;
mod counting;
mod keys;
mod live;
mod plain;
mod pulling;
mod screen;
mod text;

use std::future::Future;
use std::io::{self, Write};
use std::pin::Pin;

use ruminate_runtime::Piece;
use ruminate_runtime::document::Document;
use ruminate_types::{ConversationId, Event};
use serde::Serialize;

use crate::exit::Failure;
use crate::output::{say_json, tame};

pub(crate) use answer::AnswerView;
pub(crate) use counting::Counting;
pub(crate) use live::LiveView;
pub(crate) use plain::{PlainView, ending};
pub(crate) use pulling::{PullBar, PullLines};
pub(crate) use text::{fitted, is_harmless, one_line, printable, terminal_width};

pub(crate) trait View {
    fn event(&mut self, _event: &Event) -> io::Result<()> {
        Ok(())
    }

    fn piece(&mut self, _piece: &Piece) -> io::Result<()> {
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// What the person wants next; never, where nobody can say.
    fn wish(&mut self) -> Pin<Box<dyn Future<Output = Wish> + Send + '_>> {
        Box::pin(std::future::pending())
    }

    /// Why a wish was not granted.
    fn decline(&mut self, _why: &Failure) {}

    /// Says what is left to say of the run.
    fn end(self: Box<Self>, run: &Shown<'_>) -> Result<(), Failure>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Pause,
    Resume,
    Steer(String),
    Detach,
    Leave,
}

/// A run as it is shown: what its events tell, and what they do not.
#[derive(Serialize)]
pub(crate) struct Shown<'a> {
    #[serde(flatten)]
    pub document: &'a Document,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<ConversationId>,
    #[serde(skip)]
    pub is_driven: bool,
    /// How the program is called to come to it again.
    #[serde(skip)]
    pub program: &'a str,
}

/// One JSON event per line.
pub(crate) struct EventsView;

impl View for EventsView {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", tame(&serde_json::to_string(event)?))?;
        out.flush()
    }

    fn end(self: Box<Self>, _run: &Shown<'_>) -> Result<(), Failure> {
        Ok(())
    }
}

/// One JSON document at the end.
pub(crate) struct JsonView;

impl View for JsonView {
    fn end(self: Box<Self>, run: &Shown<'_>) -> Result<(), Failure> {
        say_json(run)
    }
}
