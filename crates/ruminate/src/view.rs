//! Showing a run: on a terminal as a screen, in a pipe as lines, for programs as JSON.

mod keys;
mod live;
mod plain;
mod screen;
mod text;

use std::future::Future;
use std::io::{self, Write};
use std::pin::Pin;

use ruminate_runtime::Piece;
use ruminate_runtime::document::Document;
use ruminate_types::Event;

pub(crate) use live::LiveView;
pub(crate) use plain::{PlainView, answer, ending};
pub(crate) use text::{fitted, one_line, printable, terminal_width};

pub(crate) trait View {
    fn event(&mut self, event: &Event) -> io::Result<()>;

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
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Pause,
    Resume,
    Steer(String),
    Detach,
    Leave,
}

/// One JSON event per line.
pub(crate) struct EventsView;

impl View for EventsView {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, event)?;
        out.write_all(b"\n")?;
        out.flush()
    }
}

pub(crate) struct NoView;

impl View for NoView {
    fn event(&mut self, _event: &Event) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn json(document: &Document) -> String {
    // A document holds nothing that JSON cannot.
    serde_json::to_string_pretty(document).unwrap_or_default()
}
