//! Where pieces go, and what is counted on the way.

use std::ops::ControlFlow;

use crate::cut::{Size, cut, words};
use crate::error::DocumentError;
use crate::limits::Limits;
use crate::piece::{Passage, Piece, Triple};
use crate::report::{Note, Place, Report, Skipped};

/// Why reading ended before the end.
pub(crate) enum Halt {
    /// No more pieces are wanted.
    Stopped,
    Failed(DocumentError),
}

impl From<DocumentError> for Halt {
    fn from(error: DocumentError) -> Self {
        Self::Failed(error)
    }
}

pub(crate) struct Out<'a> {
    /// What the document is called, for errors.
    pub(crate) name: &'a str,
    pub(crate) limits: &'a Limits,
    each: &'a mut dyn FnMut(Piece) -> ControlFlow<()>,
    report: Report,
}

impl<'a> Out<'a> {
    pub(crate) fn new(
        name: &'a str,
        limits: &'a Limits,
        each: &'a mut dyn FnMut(Piece) -> ControlFlow<()>,
    ) -> Self {
        Self { name, limits, each, report: Report::default() }
    }

    /// A passage without text is none.
    pub(crate) fn passage(&mut self, passage: Passage) -> Result<(), Halt> {
        if passage.text.trim().is_empty() {
            return Ok(());
        }
        self.report.passages += 1;
        self.give(Piece::Passage(passage))
    }

    /// A passage that somebody cut already: it stays whole, unless it is far too long. Its parts are then
    /// called `id`, `id#2` and so on.
    pub(crate) fn record(&mut self, passage: Passage) -> Result<(), Halt> {
        const PASSAGES: usize = 5;
        if words(&passage.text) <= PASSAGES * self.limits.passage_words {
            return self.passage(passage);
        }
        let size = Size::up_to(self.limits.passage_words);
        for (at, text) in cut(passage.text.split("\n\n"), size).into_iter().enumerate() {
            let id = passage.id.as_ref();
            let id = id.map(|id| if at == 0 { id.clone() } else { format!("{id}#{}", at + 1) });
            self.passage(Passage { id, text, ..passage.clone() })?;
        }
        Ok(())
    }

    pub(crate) fn triple(&mut self, triple: Triple) -> Result<(), Halt> {
        self.report.triples += 1;
        self.give(Piece::Triple(triple))
    }

    fn give(&mut self, piece: Piece) -> Result<(), Halt> {
        match (self.each)(piece) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halt::Stopped),
        }
    }

    pub(crate) fn skip(&mut self, at: Place, why: impl Into<String>) {
        self.report.skipped += 1;
        if self.report.told.len() < self.limits.told_skips {
            self.report.told.push(Skipped { at, why: why.into() });
        }
    }

    pub(crate) fn note(&mut self, note: Note) {
        self.report.notes.push(note);
    }

    pub(crate) fn finish(mut self, ended: Result<(), Halt>) -> Result<Report, DocumentError> {
        match ended {
            Err(Halt::Failed(error)) => return Err(error),
            Err(Halt::Stopped) => self.report.stopped = true,
            Ok(()) => {}
        }
        Ok(self.report)
    }
}
