//! All that is worked out of one owner's lessons. It holds no truth of its own: it can be made anew from
//! the lessons at any time, and follows their changes by number.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use ruminate_types::{Change, Changed, Known, Lesson, LessonKind};

use crate::arrays::{BLOCK, In, IndexError, Out, replace};
use crate::facts::{Statement, statements, triple};
use crate::meaning::Meanings;
use crate::{Graph, Index, Passage, Turn};

const MAGIC: &[u8; 8] = b"RUMIMIND";
/// What other rules read is read again.
const VERSION: u32 = 4;

/// The last change that was followed, whoever's it was, and the last of the owner's: the log must still
/// have that one for this to be its mind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    pub all: u64,
    pub own: u64,
}

#[derive(Default)]
pub struct Mind {
    pub recall: Index,
    pub facts: Graph,
    pub followed: Followed,
    /// Not in the file: vectors are the store's, and quickly read.
    pub(crate) meanings: Meanings,
}

/// Changes with what their lessons state. To read that out takes longest, and needs no mind.
pub(crate) struct ChangesRead {
    last: Option<u64>,
    learned: Vec<(Known, Vec<Statement>)>,
    forgotten: Vec<String>,
}

impl ChangesRead {
    pub(crate) fn of(changes: Vec<Change>) -> Self {
        let last = changes.last().map(|change| change.seq);
        let mut learned: Vec<Known> = Vec::new();
        let mut forgotten = Vec::new();
        for Change { what, .. } in changes {
            match what {
                Changed::Learned(known) => learned.push(*known),
                // What was let go of before this mind began to follow was never in it.
                Changed::Forgotten { id } if id.is_empty() => {}
                Changed::Forgotten { id } => {
                    learned.retain(|known| known.lesson.id != id);
                    forgotten.push(id);
                }
            }
        }
        let read = |known: Known| {
            let stated = stated(&known.lesson);
            (known, stated)
        };
        Self { last, learned: learned.into_iter().map(read).collect(), forgotten }
    }
}

impl Mind {
    /// Follows changes that come right after those that it followed.
    pub fn follow(&mut self, changes: Vec<Change>) {
        self.follow_read(ChangesRead::of(changes));
    }

    /// The same with changes that were read before.
    pub(crate) fn follow_read(&mut self, changes: ChangesRead) {
        let ChangesRead { last: Some(last), learned, forgotten } = changes else { return };
        for id in &forgotten {
            self.facts.forget(id);
            self.meanings.forget(id);
        }
        for (Known { lesson, silo, .. }, stated) in &learned {
            self.facts.learn(&lesson.id, silo.as_str(), lesson.confidence.get(), stated);
            // A fact that was given has words that others give it too.
            if !matches!(lesson.kind, LessonKind::Triple { .. }) {
                self.facts.is_text(&lesson.id, &lesson.text);
            }
        }
        self.recall.remove(forgotten.iter().map(String::as_str));
        // What a model thought is no passage: it would be found instead of what was written.
        let written = learned.into_iter().map(|(known, _)| known);
        let written = written.filter(|known| known.lesson.kind != LessonKind::Thought);
        self.recall.add(written.map(passage));
        self.followed.own = last;
        self.followed.all = self.followed.all.max(last);
    }

    /// Leaves nothing of what was forgotten.
    pub(crate) fn tidy(&mut self) {
        self.recall.tidy();
        self.facts.compact();
    }

    /// Writes it to a file, which is either the old one or the new one at any time.
    pub fn save_to(&mut self, path: &Path) -> Result<(), IndexError> {
        replace(path, |file| {
            let mut out = Out::begin(file, MAGIC, VERSION)?;
            out.array(&[self.followed.all, self.followed.own])?;
            out.end()?;
            self.recall.save(file)?;
            self.facts.save(file)
        })
    }

    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let mut file = BufReader::with_capacity(BLOCK, File::open(path)?);
        let mut from = In::begin(&mut file, MAGIC, VERSION)?;
        let [all, own] = from.array()?[..] else { return Err(IndexError::Damaged) };
        from.end()?;
        let (recall, facts) = (Index::load(&mut file)?, Graph::load(&mut file)?);
        Ok(Self { recall, facts, followed: Followed { all, own }, meanings: Meanings::default() })
    }
}

/// What a lesson states: what is read out of it, or the fact that it was given as.
fn stated(lesson: &Lesson) -> Vec<Statement> {
    let LessonKind::Triple { subject, relation, object, .. } = &lesson.kind else {
        return statements(&lesson.title, &lesson.text);
    };
    vec![triple(subject, relation, object, lesson.text.len())]
}

fn passage(known: Known) -> Passage {
    let Known { lesson, silo, .. } = known;
    let (turn, text, title) = match lesson.kind {
        LessonKind::Turn { speaker, session } => {
            (Some(Turn { speaker, session }), lesson.text, lesson.title)
        }
        LessonKind::Triple { subject, .. } if lesson.title.is_empty() => {
            (None, lesson.text, subject)
        }
        LessonKind::Text | LessonKind::Triple { .. } | LessonKind::Thought => {
            (None, lesson.text, lesson.title)
        }
    };
    Passage { id: lesson.id, title, text, at: lesson.at, turn, silo: silo.into() }
}
