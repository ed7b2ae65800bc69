//! Server-sent events out of a chunked body, as the bytes come. Frugal: it runs for every event of every
//! reader, on a processor that the server needs too.

use jiff::Timestamp;

/// What is known of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) id: u64,
    /// When it happened, as it says itself; in nanoseconds since 1970, of which only milliseconds are told.
    pub(crate) at: Option<i64>,
    /// Of a thought, a question or a synthesis: when the model sent it.
    pub(crate) sent: Option<i64>,
    pub(crate) is_artifact: bool,
}

#[derive(Default)]
pub(crate) struct Parser {
    chunks: Chunks,
    /// Events that are not complete yet.
    text: Vec<u8>,
}

impl Parser {
    /// Whether the body has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.chunks == Chunks::Over
    }

    pub(crate) fn push(&mut self, bytes: &[u8], mut see: impl FnMut(Seen)) {
        let checked = self.text.len().saturating_sub(1);
        self.chunks.decode(bytes, &mut self.text);
        let (mut begin, mut from) = (0, checked);
        while let Some(end) = find(&self.text[from..], b"\n\n").map(|at| from + at) {
            // Comments keep the connection alive and have no number.
            if let Some(seen) = event(&self.text[begin..end]) {
                see(seen);
            }
            begin = end + 2;
            from = begin;
        }
        self.text.drain(..begin);
    }
}

fn event(text: &[u8]) -> Option<Seen> {
    let (mut id, mut is_artifact, mut data) = (None, false, &b""[..]);
    for line in text.split(|byte| *byte == b'\n') {
        if let Some(number) = line.strip_prefix(b"id: ") {
            id = number_at(number);
        } else if let Some(stage) = line.strip_prefix(b"event: ") {
            is_artifact = matches!(stage, b"thought" | b"question" | b"synthesis");
        } else if let Some(line) = line.strip_prefix(b"data: ") {
            data = line;
        }
    }
    let at = find(data, b"\"at\":\"").and_then(|key| time(&data[key + 6..]));
    let sent = is_artifact.then(|| find(data, b" @").and_then(|key| number_at(&data[key + 2..])));
    Some(Seen { id: id?, at, sent: sent.flatten().map(|sent| sent as i64), is_artifact })
}

fn time(text: &[u8]) -> Option<i64> {
    let end = text.iter().position(|byte| *byte == b'"')?;
    let at: Timestamp = std::str::from_utf8(&text[..end]).ok()?.parse().ok()?;
    i64::try_from(at.as_nanosecond()).ok()
}

/// The digits that the text begins with.
fn number_at(text: &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
    let mut number = None;
    for digit in digits {
        number = Some(number.unwrap_or(0u64).checked_mul(10)? + u64::from(digit - b'0'));
    }
    number
}

/// By its first byte, which is rare in what is looked through here.
fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].iter().position(|byte| *byte == wanted[0]) {
        if text[from + at..].starts_with(wanted) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

/// Where in the chunked body the next byte is.
#[derive(PartialEq, Eq)]
enum Chunks {
    /// In a line with a length, of which this much is read.
    Length(usize),
    /// So many bytes before the end of a chunk's data.
    Data(usize),
    /// In the line break after the data.
    Break,
    Over,
}

impl Default for Chunks {
    fn default() -> Self {
        Self::Length(0)
    }
}

impl Chunks {
    fn decode(&mut self, mut bytes: &[u8], data: &mut Vec<u8>) {
        while let Some(&byte) = bytes.first() {
            match *self {
                Self::Length(length) => {
                    bytes = &bytes[1..];
                    *self = match (byte, length) {
                        (b'\n', 0) => Self::Over,
                        (b'\n', length) => Self::Data(length),
                        _ => Self::Length(match (byte as char).to_digit(16) {
                            Some(digit) => length * 16 + digit as usize,
                            None => length,
                        }),
                    };
                }
                Self::Data(left) => {
                    let (taken, rest) = bytes.split_at(left.min(bytes.len()));
                    data.extend_from_slice(taken);
                    bytes = rest;
                    *self = match left - taken.len() {
                        0 => Self::Break,
                        left => Self::Data(left),
                    };
                }
                Self::Break => {
                    bytes = &bytes[1..];
                    if byte == b'\n' {
                        *self = Self::default();
                    }
                }
                Self::Over => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHUNKS: [&str; 4] = [
        ": alive\n\n",
        "id: 7\nevent: thought\ndata: {\"at\":\"1970-01-01T00:00:01.002Z\",\"t\":\"So. @1003000000.\"}\n\n",
        "id: 8\nevent: focus\ndata: ",
        "{}\n\n",
    ];

    #[test]
    fn events_are_seen_however_the_bytes_are_cut() {
        let first =
            Seen { id: 7, at: Some(1_002_000_000), sent: Some(1_003_000_000), is_artifact: true };
        let second = Seen { id: 8, at: None, sent: None, is_artifact: false };
        let chunk = |data: &&str| format!("{:X}\r\n{data}\r\n", data.len());
        let body = CHUNKS.iter().map(chunk).collect::<String>() + "0\r\n\r\n";
        for size in 1..=body.len() {
            let (mut parser, mut seen) = (Parser::default(), Vec::new());
            for part in body.as_bytes().chunks(size) {
                parser.push(part, |event| seen.push(event));
            }
            assert_eq!(seen, [first, second], "in parts of {size}");
            assert!(parser.is_over());
        }
    }
}
