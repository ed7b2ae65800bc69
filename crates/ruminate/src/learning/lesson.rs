//! A piece of a document as a lesson.

use ruminate_documents::{Passage, Piece, Triple};
use ruminate_types::{Confidence, Lesson, LessonKind};

/// The lesson of a source's piece, the `number`th.
pub(super) fn of(piece: Piece, source: &str, number: u64) -> Lesson {
    let numbered = || format!("{source}#{number}");
    match piece {
        Piece::Passage(Passage { id, title, text, at, turn }) => {
            let kind = match turn {
                Some(turn) => LessonKind::Turn { speaker: turn.speaker, session: turn.session },
                None => LessonKind::Text,
            };
            let id = id.unwrap_or_else(numbered);
            Lesson { at, ..Lesson::new(id, title, text) }.of_kind(kind)
        }
        Piece::Triple(Triple { subject, relation, object, confidence, source }) => {
            let confidence = confidence.map(Confidence::new);
            Lesson::fact(numbered(), [subject, relation, object], source, confidence)
        }
    }
}
