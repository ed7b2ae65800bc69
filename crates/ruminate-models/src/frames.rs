//! Cuts a body into the frames it is made of, without doing any IO: lines of JSON, server-sent events,
//! or one whole document.
//!
//! By hand, because the SSE crates put no cap on the size of one event, and the lines that Ollama sends
//! need the same splitting anyway. Of SSE it reads what model servers use: `data` fields and the blank
//! line that ends an event. A lone carriage return does not end a line.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// A JSON document per line.
    Lines,
    /// Server-sent events; a frame is the data of one.
    Events,
    /// The body is the frame.
    Whole,
}

/// A single frame is larger than any reply may be.
#[derive(Debug, PartialEq, Eq)]
pub struct Oversized;

pub struct Frames {
    framing: Framing,
    largest: usize,
    /// Bytes of a line that has not ended yet; characters may still be in two halves.
    rest: Vec<u8>,
    /// The data of an event that has not ended yet.
    data: Option<String>,
}

impl Frames {
    pub fn new(framing: Framing, largest: usize) -> Self {
        Self { framing, largest, rest: Vec::new(), data: None }
    }

    /// The frames that these bytes complete, in order.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<String>, Oversized> {
        let mut frames = Vec::new();
        let ends_a_line = self.framing != Framing::Whole && bytes.contains(&b'\n');
        self.rest.extend_from_slice(bytes);
        if ends_a_line {
            let held = std::mem::take(&mut self.rest);
            let mut lines = held.split(|byte| *byte == b'\n');
            let unfinished = lines.next_back().unwrap_or_default();
            for line in lines {
                frames.extend(self.line(&String::from_utf8_lossy(line)));
            }
            self.rest = unfinished.to_vec();
        }
        let held = self.rest.len() + self.data.as_ref().map_or(0, String::len);
        if held > self.largest { Err(Oversized) } else { Ok(frames) }
    }

    /// What is left when the body ends. Servers forget the last blank line.
    pub fn finish(mut self) -> Option<String> {
        let rest = String::from_utf8_lossy(&std::mem::take(&mut self.rest)).into_owned();
        let last = match self.framing {
            Framing::Whole => Some(rest),
            Framing::Lines => self.line(&rest),
            Framing::Events => self.line(&rest).or(self.data.take()),
        };
        last.filter(|frame| !frame.trim().is_empty())
    }

    fn line(&mut self, line: &str) -> Option<String> {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if self.framing == Framing::Lines {
            return (!line.trim().is_empty()).then(|| line.to_owned());
        }
        if line.is_empty() {
            return self.data.take();
        }
        if let Some(value) = line.strip_prefix("data:") {
            let value = value.strip_prefix(' ').unwrap_or(value);
            match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn frames(framing: Framing, pieces: &[&[u8]]) -> Vec<String> {
        let mut frames = Frames::new(framing, 1 << 20);
        let mut all: Vec<String> =
            pieces.iter().flat_map(|piece| frames.push(piece).unwrap()).collect();
        all.extend(frames.finish());
        all
    }

    fn check(framing: Framing, body: &str, expected: &[&str]) {
        assert_eq!(frames(framing, &[body.as_bytes()]), expected, "{body:?}");
    }

    #[test]
    fn bodies_are_cut_into_frames() {
        check(
            Framing::Lines,
            "{\"a\":1}\n\n{\"b\":2}\r\n{\"c\"",
            &["{\"a\":1}", "{\"b\":2}", "{\"c\""],
        );
        check(Framing::Events, "event: x\ndata: 1\n\n: ping\n\ndata:2\r\n\r\n", &["1", "2"]);
        check(Framing::Events, "data: one\ndata: two\n\n", &["one\ntwo"]);
        check(Framing::Events, "data: without a blank line", &["without a blank line"]);
        check(Framing::Events, "", &[]);
        check(Framing::Whole, "{\n}\n", &["{\n}\n"]);
        check(Framing::Whole, " \n", &[]);
    }

    #[test]
    fn a_frame_without_end_is_not_kept_for_ever() {
        for framing in [Framing::Lines, Framing::Events, Framing::Whole] {
            let mut frames = Frames::new(framing, 100);
            assert_eq!(frames.push(&[b'x'; 101]), Err(Oversized));
        }
        let mut frames = Frames::new(Framing::Events, 100);
        let lines = (0..10).try_for_each(|_| frames.push(b"data: 0123456789\n").map(drop));
        assert_eq!(lines, Err(Oversized));
    }

    proptest! {
        #[test]
        fn where_the_network_cuts_does_not_matter(
            body in "(data: |\\r|é|日|x|\\n){0,60}",
            cuts in proptest::collection::vec(0usize..200, 0..8),
        ) {
            let bytes = body.as_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|at| at.min(bytes.len())).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|w| &bytes[w[0]..w[1]]).collect();
            for framing in [Framing::Lines, Framing::Events, Framing::Whole] {
                prop_assert_eq!(frames(framing, &pieces), frames(framing, &[bytes]));
            }
        }
    }
}
