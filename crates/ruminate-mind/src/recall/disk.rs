//! An index in a file: its arrays one after the other, as they are in memory. Reading is copying, so that opening
//! takes no longer than the disk does.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use bytemuck::{AnyBitPattern, NoUninit, Zeroable};

use super::index::Index;
use super::inverted::Inverted;
use super::jagged::Jagged;
use super::names::Names;
use super::passages::Passages;
use super::rarity::Rarity;
use super::rows::Rows;
use super::strings::Strings;
use super::vocabulary::Vocabulary;

const MAGIC: [u8; 8] = *b"RUMIRECL";
/// Changes whenever the arrays do, or what is read out of a text: an index of another version has to be learned anew.
const VERSION: u32 = 2;
/// Read as another number where bytes are in the other order.
const ORDER: u32 = 0x0102_0304;
/// How much is read at once: a length that is not true ends at the end of the file, not of the memory.
const BLOCK: usize = 1 << 20;

/// Why an index cannot be saved or opened.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("this is no index of passages")]
    NotAnIndex,
    #[error("the index has version {found}, and {VERSION} is needed: learn its passages again")]
    Version { found: u32 },
    #[error("the index is damaged: learn its passages again")]
    Damaged,
    #[error("the index cannot be read or written: {0}")]
    Io(#[from] io::Error),
}

impl Index {
    /// Writes the index. What was forgotten is not in it.
    pub fn save(&mut self, to: &mut impl Write) -> Result<(), IndexError> {
        self.compact();
        let mut out = Out { to, sum: Sum::default() };
        out.to.write_all(&MAGIC)?;
        out.array(&[VERSION, ORDER])?;
        out.vocabulary(&self.words)?;
        out.array(&self.names.steps)?;
        out.array(&self.names.defined)?;
        out.array(&self.names.mentioned)?;
        out.rows(&self.rows)?;
        out.passages(&self.passages)?;
        out.inverted(&self.postings)?;
        out.inverted(&self.mentions)?;
        out.inverted(&self.definitions)?;
        out.array(&self.found_in)?;
        out.array(&[u64::from(self.living), self.total_length])?;
        let sum = out.sum.0;
        out.array(&[sum])?;
        Ok(to.flush()?)
    }

    /// Reads an index that was saved.
    pub fn load(from: &mut impl Read) -> Result<Self, IndexError> {
        let mut magic = [0; MAGIC.len()];
        from.read_exact(&mut magic).map_err(cut_short)?;
        if magic != MAGIC {
            return Err(IndexError::NotAnIndex);
        }
        let mut from = In { from, sum: Sum::default() };
        match from.array::<u32>()?[..] {
            [VERSION, ORDER] => {}
            [found, ORDER] => return Err(IndexError::Version { found }),
            _ => return Err(IndexError::NotAnIndex),
        }
        let words = from.vocabulary()?;
        let names = [from.array()?, from.array()?];
        let [steps, defined] = names;
        let mentioned = from.array()?;
        let rows = from.rows()?;
        let passages = from.passages()?;
        let lists = [from.inverted()?, from.inverted()?, from.inverted()?];
        let found_in = from.array()?;
        let [living, total_length] = from.array::<u64>()?[..] else {
            return Err(IndexError::Damaged);
        };
        let sum = from.sum.0;
        if from.array::<u64>()? != [sum] {
            return Err(IndexError::Damaged);
        }
        let [postings, mentions, definitions] = lists;
        let living = living as u32;
        Ok(Self {
            words,
            names: Names::from_parts(steps, defined, mentioned),
            rows,
            passages: passages()?,
            postings,
            mentions,
            definitions,
            found_in,
            living,
            total_length,
            rarity: Rarity::among(living),
            ..Self::default()
        })
    }

    /// Writes the index to a file, which is either the old one or the new one at any time.
    pub fn save_to(&mut self, path: &Path) -> Result<(), IndexError> {
        // Another process may write the same at the same time.
        let beside = path.with_extension(format!("new-{}", std::process::id()));
        let written = self.write_to(&beside).and_then(|()| Ok(std::fs::rename(&beside, path)?));
        if written.is_err() {
            // What is half written is of no use to anybody; what is wrong has been told.
            let _ = std::fs::remove_file(beside);
        }
        written
    }

    fn write_to(&mut self, path: &Path) -> Result<(), IndexError> {
        let mut file = BufWriter::new(File::create(path)?);
        self.save(&mut file)?;
        Ok(file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?)
    }

    /// Opens an index that was written to a file.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        Self::load(&mut BufReader::with_capacity(BLOCK, File::open(path)?))
    }
}

fn cut_short(error: io::Error) -> IndexError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => IndexError::NotAnIndex,
        _ => IndexError::Io(error),
    }
}

/// A sum over everything that was read or written, to notice what is damaged.
#[derive(Default)]
struct Sum(u64);

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        for byte in rest {
            self.mix(u64::from(*byte));
        }
    }

    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

struct Out<'a, W> {
    to: &'a mut W,
    sum: Sum,
}

impl<W: Write> Out<'_, W> {
    fn array<T: NoUninit>(&mut self, items: &[T]) -> Result<(), IndexError> {
        self.to.write_all(&(items.len() as u64).to_le_bytes())?;
        let bytes: &[u8] = bytemuck::cast_slice(items);
        self.sum.add(bytes);
        Ok(self.to.write_all(bytes)?)
    }

    fn strings(&mut self, strings: &Strings) -> Result<(), IndexError> {
        self.array(strings.text.as_bytes())?;
        self.array(&strings.ends)?;
        self.array(&strings.table)
    }

    fn vocabulary(&mut self, words: &Vocabulary) -> Result<(), IndexError> {
        self.strings(&words.strings)?;
        self.array(&words.stems)?;
        self.array(&words.kinds)
    }

    fn jagged<T: NoUninit>(&mut self, rows: &Jagged<T>) -> Result<(), IndexError> {
        self.array(&rows.starts)?;
        self.array(&rows.items)
    }

    fn inverted(&mut self, lists: &Inverted) -> Result<(), IndexError> {
        self.array(&lists.starts)?;
        self.array(&lists.rows)?;
        self.array(&lists.counts)
    }

    fn rows(&mut self, rows: &Rows) -> Result<(), IndexError> {
        self.array(&rows.passages)?;
        self.array(&rows.titles)?;
        self.array(&rows.lengths)?;
        self.array(&rows.heads)?;
        self.jagged(&rows.words)?;
        self.jagged(&rows.sentences)?;
        self.jagged(&rows.spans)?;
        self.jagged(&rows.aliases)?;
        self.jagged(&rows.mentions)
    }

    fn passages(&mut self, passages: &Passages) -> Result<(), IndexError> {
        let mut titles = Jagged::default();
        passages.titles.iter().for_each(|title| titles.push(title.as_bytes()));
        self.strings(&passages.ids)?;
        self.jagged(&titles)?;
        for strings in [&passages.silos, &passages.sessions, &passages.speakers] {
            self.strings(strings)?;
        }
        self.array(&passages.silo_of)?;
        self.array(&passages.rows)?;
        self.array(&passages.turns)?;
        self.array(&passages.order())
    }
}

struct In<'a, R> {
    from: &'a mut R,
    sum: Sum,
}

impl<R: Read> In<'_, R> {
    fn array<T: NoUninit + AnyBitPattern + Zeroable>(&mut self) -> Result<Vec<T>, IndexError> {
        let damaged = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => IndexError::Damaged,
            _ => IndexError::Io(error),
        };
        let mut length = [0; 8];
        self.from.read_exact(&mut length).map_err(damaged)?;
        let length = u64::from_le_bytes(length);
        let mut items: Vec<T> = Vec::new();
        while (items.len() as u64) < length {
            let start = items.len();
            let more = (length - start as u64).min(BLOCK as u64) as usize;
            // Grows to what is needed where that is plausible.
            items.reserve_exact(more);
            items.resize(start + more, T::zeroed());
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut items[start..]);
            self.from.read_exact(bytes).map_err(damaged)?;
        }
        self.sum.add(bytemuck::cast_slice(&items));
        Ok(items)
    }

    fn text(&mut self) -> Result<String, IndexError> {
        String::from_utf8(self.array()?).map_err(|_| IndexError::Damaged)
    }

    fn strings(&mut self) -> Result<Strings, IndexError> {
        Ok(Strings { text: self.text()?, ends: self.array()?, table: self.array()? })
    }

    fn vocabulary(&mut self) -> Result<Vocabulary, IndexError> {
        Ok(Vocabulary { strings: self.strings()?, stems: self.array()?, kinds: self.array()? })
    }

    fn jagged<T: NoUninit + AnyBitPattern>(&mut self) -> Result<Jagged<T>, IndexError> {
        Ok(Jagged { starts: self.array()?, items: self.array()? })
    }

    fn inverted(&mut self) -> Result<Inverted, IndexError> {
        Ok(Inverted::from_parts(self.array()?, self.array()?, self.array()?))
    }

    fn rows(&mut self) -> Result<Rows, IndexError> {
        Ok(Rows {
            passages: self.array()?,
            titles: self.array()?,
            lengths: self.array()?,
            heads: self.array()?,
            words: self.jagged()?,
            sentences: self.jagged()?,
            spans: self.jagged()?,
            aliases: self.jagged()?,
            mentions: self.jagged()?,
        })
    }

    /// Reads the passages. They are put together later: not before the sum says that nothing is damaged.
    fn passages(
        &mut self,
    ) -> Result<impl FnOnce() -> Result<Passages, IndexError> + use<R>, IndexError> {
        let ids = self.strings()?;
        let bytes: Jagged<u8> = self.jagged()?;
        let strings = [self.strings()?, self.strings()?, self.strings()?];
        let silo_of = self.array()?;
        let (rows, turns) = (self.array()?, self.array()?);
        let order = self.array::<u32>()?;
        Ok(move || {
            let titles =
                (0..bytes.len() as u32).map(|at| String::from_utf8(bytes.get(at).to_vec()));
            let titles = titles.collect::<Result<_, _>>().map_err(|_| IndexError::Damaged)?;
            Ok(Passages::from_parts(ids, titles, strings, silo_of, rows, turns, &order))
        })
    }
}
