//! Where pieces go, and what is counted on the way.

use std::ops::ControlFlow;

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
