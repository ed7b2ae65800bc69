//! All that is worked out of one owner's lessons. It holds no truth of its own: it can be made anew from
//! the lessons at any time, and follows their changes by number.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use ruminate_types::{Change, Changed, Known, LessonKind};

use crate::recall::IndexError;
use crate::{Index, Passage, Turn};

const MAGIC: [u8; 8] = *b"RUMIMIND";

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
    pub followed: Followed,
}

impl Mind {
    /// Follows changes that come right after those that it followed.
    pub fn follow(&mut self, changes: Vec<Change>) {
        let Some(last) = changes.last().map(|change| change.seq) else { return };
        let mut learned = Vec::new();
        let mut forgotten = Vec::new();
        for Change { what, .. } in changes {
            match what {
                Changed::Learned(known) => learned.push(*known),
                Changed::Forgotten { id } => {
                    learned.retain(|known: &Known| known.lesson.id != id);
                    forgotten.push(id);
                }
            }
        }
        self.recall.remove(forgotten.iter().map(String::as_str));
        self.recall.add(learned.into_iter().map(passage));
        self.followed.own = last;
        self.followed.all = self.followed.all.max(last);
    }

    /// Writes it to a file, which is either the old one or the new one at any time.
    pub fn save_to(&mut self, path: &Path) -> Result<(), IndexError> {
        // Another process may write the same at the same time.
        let beside = path.with_extension(format!("new-{}", std::process::id()));
        let written = self.write_to(&beside).and_then(|()| Ok(std::fs::rename(&beside, path)?));
        if written.is_err() {
            // What is half written is of no use to anybody; what is wrong is told.
            let _ = std::fs::remove_file(beside);
        }
        written
    }

    fn write_to(&mut self, path: &Path) -> Result<(), IndexError> {
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(&MAGIC)?;
        for number in [self.followed.all, self.followed.own] {
            file.write_all(&number.to_le_bytes())?;
        }
        self.recall.save(&mut file)?;
        Ok(file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?)
    }

    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
        let mut head = [0; 24];
        file.read_exact(&mut head)?;
        let (magic, numbers) = head.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(IndexError::NotAnIndex);
        }
        let mut numbers = numbers.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let mut next = || numbers.next().unwrap_or_default();
        let followed = Followed { all: next(), own: next() };
        Ok(Self { recall: Index::load(&mut file)?, followed })
    }
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
