//! Lines with their numbers. None is held that is longer than a line of prices can be.

use std::io::{BufRead, Read};

use crate::FinanceError;

const LONGEST: u64 = 64 * 1024;

#[derive(Debug)]
pub(super) struct Lines<'a, R> {
    name: &'a str,
    text: R,
    number: u64,
    is_over: bool,
}

impl<'a, R: BufRead> Lines<'a, R> {
    pub(super) fn of(name: &'a str, text: R) -> Self {
        Self { name, text, number: 0, is_over: false }
    }

    fn read(&mut self) -> Result<Option<String>, FinanceError> {
        let mut bytes = Vec::new();
        let read = (&mut self.text).take(LONGEST + 1).read_until(b'\n', &mut bytes);
        let read = read
            .map_err(|error| FinanceError::Io { file: self.name.into(), why: error.to_string() })?;
        self.number += 1;
        if read as u64 > LONGEST {
            let why = format!("it is longer than {LONGEST} bytes");
            return Err(FinanceError::BadLine { file: self.name.into(), line: self.number, why });
        }
        if bytes.contains(&0) {
            let why = "it is not text".into();
            return Err(FinanceError::BadLine { file: self.name.into(), line: self.number, why });
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']);
        Ok((read > 0).then(|| line.to_owned()))
    }
}

/// Blank lines are passed over.
impl<R: BufRead> Iterator for Lines<'_, R> {
    type Item = Result<(u64, String), FinanceError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            match self.read() {
                Ok(Some(line)) if line.trim().is_empty() => {}
                Ok(Some(line)) => return Some(Ok((self.number, line))),
                Ok(None) => self.is_over = true,
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}
