//! Arrays in a file, one after the other, as they are in memory. Reading is copying, so that opening takes no
//! longer than the disk does.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use bytemuck::{AnyBitPattern, NoUninit, Zeroable};

use super::jagged::Jagged;
use super::strings::Strings;

/// Read as another number where bytes are in the other order.
const ORDER: u32 = 0x0102_0304;
/// How much is read at once: a length that is not true ends at the end of the file, not of the memory.
pub(crate) const BLOCK: usize = 1 << 20;

/// Why an index cannot be saved or opened.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("this is no index")]
    NotAnIndex,
    #[error("the index has version {found}, and {needed} is needed: learn its passages again")]
    Version { found: u32, needed: u32 },
    #[error("the index is damaged: learn its passages again")]
    Damaged,
    #[error("the index cannot be read or written: {0}")]
    Io(#[from] io::Error),
}

/// Writes a file, which is either the old one or the new one at any time.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), IndexError>,
) -> Result<(), IndexError> {
    // Another process may write the same at the same time.
    let beside = path.with_extension(format!("new-{}", std::process::id()));
    let written = write_whole(&beside, write).and_then(|()| Ok(fs::rename(&beside, path)?));
    if written.is_err() {
        // What is half written is of no use to anybody; what is wrong is told.
        let _ = fs::remove_file(beside);
    }
    written
}

/// Removes what processes that were killed have left beside a file. One that is writing just now does so in vain.
pub(crate) fn remove_half_written(path: &Path) {
    let Some((dir, stem)) = path.parent().zip(path.file_stem()) else { return };
    let beside = format!("{}.new-", stem.to_string_lossy());
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(&beside) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), IndexError>,
) -> Result<(), IndexError> {
    let mut file = BufWriter::new(File::create(path)?);
    write(&mut file)?;
    Ok(file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?)
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

pub(crate) struct Out<'a, W> {
    to: &'a mut W,
    sum: Sum,
}

impl<'a, W: Write> Out<'a, W> {
    /// What is written, and in which version: it changes whenever the arrays do, or what they mean.
    pub(crate) fn begin(to: &'a mut W, magic: &[u8; 8], version: u32) -> Result<Self, IndexError> {
        to.write_all(magic)?;
        let mut out = Self { to, sum: Sum::default() };
        out.array(&[version, ORDER])?;
        Ok(out)
    }

    pub(crate) fn array<T: NoUninit>(&mut self, items: &[T]) -> Result<(), IndexError> {
        self.to.write_all(&(items.len() as u64).to_le_bytes())?;
        let bytes: &[u8] = bytemuck::cast_slice(items);
        self.sum.add(bytes);
        Ok(self.to.write_all(bytes)?)
    }

    pub(crate) fn strings(&mut self, strings: &Strings) -> Result<(), IndexError> {
        self.array(strings.text.as_bytes())?;
        self.array(&strings.ends)?;
        self.array(&strings.table)
    }

    pub(crate) fn jagged<T: NoUninit>(&mut self, rows: &Jagged<T>) -> Result<(), IndexError> {
        self.array(&rows.starts)?;
        self.array(&rows.items)
    }

    /// The sum of all arrays before.
    pub(crate) fn end(mut self) -> Result<(), IndexError> {
        let sum = self.sum.0;
        self.array(&[sum])
    }
}

pub(crate) struct In<'a, R> {
    from: &'a mut R,
    sum: Sum,
}

impl<'a, R: Read> In<'a, R> {
    pub(crate) fn begin(from: &'a mut R, magic: &[u8; 8], needed: u32) -> Result<Self, IndexError> {
        let mut found = [0; 8];
        from.read_exact(&mut found).map_err(cut_short)?;
        if found != *magic {
            return Err(IndexError::NotAnIndex);
        }
        let mut from = Self { from, sum: Sum::default() };
        match from.array::<u32>()?[..] {
            [found, ORDER] if found == needed => Ok(from),
            [found, ORDER] => Err(IndexError::Version { found, needed }),
            _ => Err(IndexError::NotAnIndex),
        }
    }

    pub(crate) fn array<T: NoUninit + AnyBitPattern + Zeroable>(
        &mut self,
    ) -> Result<Vec<T>, IndexError> {
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

    pub(crate) fn text(&mut self) -> Result<String, IndexError> {
        String::from_utf8(self.array()?).map_err(|_| IndexError::Damaged)
    }

    pub(crate) fn strings(&mut self) -> Result<Strings, IndexError> {
        Ok(Strings { text: self.text()?, ends: self.array()?, table: self.array()? })
    }

    pub(crate) fn jagged<T: NoUninit + AnyBitPattern>(&mut self) -> Result<Jagged<T>, IndexError> {
        Ok(Jagged { starts: self.array()?, items: self.array()? })
    }

    /// Whether the sum of all arrays before is the one that was written.
    pub(crate) fn end(mut self) -> Result<(), IndexError> {
        let sum = self.sum.0;
        if self.array::<u64>()? == [sum] { Ok(()) } else { Err(IndexError::Damaged) }
    }
}
