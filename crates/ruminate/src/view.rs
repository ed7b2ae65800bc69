//! Showing a run: on a terminal as a screen, in a pipe as lines, for programs as JSON.

mod keys;
mod live;
mod plain;
mod screen;

use std::future::Future;
use std::io::{self, Write};
use std::pin::Pin;

use ruminate_runtime::Piece;
use ruminate_runtime::document::Document;
use ruminate_types::Event;

pub(crate) use live::LiveView;
pub(crate) use plain::{PlainView, answer, ending};

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

/// The text without what could move the cursor, change colours or turn the reading direction: a
/// model's words go to a terminal.
pub(crate) fn printable(text: &str) -> String {
    let is_harmless = |c: &char| {
        (!c.is_control() || *c == '\n')
            && !matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.replace('\t', " ").chars().filter(is_harmless).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_of_a_model_do_not_reach_the_terminal() {
        assert_eq!(printable("a\u{1b}[31mred\u{7}\u{202e}b\tc\nd"), "a[31mredb c\nd");
    }
}
