//! Lines one by one, none of them held whole if it is too long.

use std::io::{self, BufRead};

pub(crate) enum Line<'a> {
    /// Without its end.
    Whole(&'a [u8]),
    TooLong,
}

pub(crate) struct Lines<R> {
    source: R,
    longest: usize,
    line: Vec<u8>,
    /// The number of the line last given, from 1.
    pub(crate) number: u64,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(source: R, longest: u64) -> Self {
        let longest = usize::try_from(longest).unwrap_or(usize::MAX);
        Self { source, longest, line: Vec::new(), number: 0 }
    }

    pub(crate) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let (mut is_too_long, mut is_any) = (false, false);
        loop {
            let buffer = match self.source.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                break;
            }
            is_any = true;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            is_too_long |= self.line.len() + part.len() > self.longest;
            if is_too_long {
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(part);
            }
            let taken = part.len() + usize::from(end.is_some());
            self.source.consume(taken);
            if end.is_some() {
                break;
            }
        }
        if !is_any {
            return Ok(None);
        }
        self.number += 1;
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        Ok(Some(if is_too_long { Line::TooLong } else { Line::Whole(line) }))
    }
}
