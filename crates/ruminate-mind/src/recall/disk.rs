//! An index in a file: its arrays one after the other.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::Path;

use super::index::Index;
use super::inverted::Inverted;
use super::names::Names;
use super::passages::Passages;
use super::rarity::Rarity;
use super::rows::Rows;
use super::vocabulary::Vocabulary;
use crate::arrays::{BLOCK, In, IndexError, Jagged, Out, replace};

const MAGIC: &[u8; 8] = b"RUMIRECL";
/// Changes whenever the arrays do, or what is read out of a text: an index of another version has to be learned anew.
const VERSION: u32 = 2;

impl Index {
    /// Writes the index. What was forgotten is not in it, to its last word.
    pub fn save(&mut self, to: &mut impl Write) -> Result<(), IndexError> {
        self.tidy();
        let mut out = Out::begin(to, MAGIC, VERSION)?;
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
        out.end()
    }

    /// Reads an index that was saved.
    pub fn load(from: &mut impl Read) -> Result<Self, IndexError> {
        let mut from = In::begin(from, MAGIC, VERSION)?;
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
        from.end()?;
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
        replace(path, |file| self.save(file))
    }

    /// Opens an index that was written to a file.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        Self::load(&mut BufReader::with_capacity(BLOCK, File::open(path)?))
    }
}

impl<W: Write> Out<'_, W> {
    fn vocabulary(&mut self, words: &Vocabulary) -> Result<(), IndexError> {
        self.strings(&words.strings)?;
        self.array(&words.stems)?;
        self.array(&words.kinds)
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

impl<R: Read> In<'_, R> {
    fn vocabulary(&mut self) -> Result<Vocabulary, IndexError> {
        Ok(Vocabulary { strings: self.strings()?, stems: self.array()?, kinds: self.array()? })
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
