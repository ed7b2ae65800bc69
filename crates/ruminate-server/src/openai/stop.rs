//! Cutting an answer at a stop sequence, also while it comes in pieces.

/// What cannot be the beginning of a stop sequence is passed on at once; what can be is held back until
/// more has come. The answer is the same however it is cut into pieces.
#[derive(Default)]
pub(super) struct StopAt {
    sequences: Vec<String>,
    held: String,
    is_reached: bool,
}

/// What a text says about the sequences.
enum Found {
    /// One of them is here.
    Whole(usize),
    /// One of them may begin here.
    Beginning(usize),
    Nothing,
}

impl StopAt {
    pub(super) fn new(sequences: Vec<String>) -> Self {
        Self { sequences, ..Self::default() }
    }

    pub(super) fn pass(&mut self, text: &str) -> String {
        if self.is_reached {
            return String::new();
        }
        self.held.push_str(text);
        match self.find(true) {
            Found::Whole(at) => self.cut(at),
            Found::Beginning(at) => {
                let rest = self.held.split_off(at);
                std::mem::replace(&mut self.held, rest)
            }
            Found::Nothing => std::mem::take(&mut self.held),
        }
    }

    /// What was held back, now that nothing more comes.
    pub(super) fn rest(&mut self) -> String {
        match self.find(false) {
            Found::Whole(at) => self.cut(at),
            Found::Beginning(_) | Found::Nothing => std::mem::take(&mut self.held),
        }
    }

    pub(super) fn is_reached(&self) -> bool {
        self.is_reached
    }

    fn cut(&mut self, at: usize) -> String {
        self.is_reached = true;
        let mut text = std::mem::take(&mut self.held);
        text.truncate(at);
        text
    }

    /// The first place that matters; beginnings matter only while more may come.
    fn find(&self, more_may_come: bool) -> Found {
        for (at, _) in self.held.char_indices() {
            let rest = &self.held[at..];
            if self.sequences.iter().any(|sequence| rest.starts_with(sequence)) {
                return Found::Whole(at);
            }
            if more_may_come && self.sequences.iter().any(|sequence| sequence.starts_with(rest)) {
                return Found::Beginning(at);
            }
        }
        Found::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text in pieces of so many characters.
    fn cut(text: &str, stops: &[&str], size: usize) -> String {
        let mut stop = StopAt::new(stops.iter().map(|&s| s.to_owned()).collect());
        let characters: Vec<char> = text.chars().collect();
        let mut passed: String = characters
            .chunks(size)
            .map(|piece| stop.pass(&piece.iter().collect::<String>()))
            .collect();
        passed.push_str(&stop.rest());
        passed
    }

    #[test]
    fn the_answer_ends_at_the_first_stop_however_it_comes() {
        let check = |text: &str, stops: &[&str], expected: &str| {
            for size in 1..=text.chars().count().max(1) {
                assert_eq!(cut(text, stops, size), expected, "{text:?} by {size}");
            }
        };
        check("one two three", &["two"], "one ");
        check("one two three", &["four", "ee"], "one two thr");
        check("one two three", &[], "one two three");
        check("ends with a beginning: th", &["three"], "ends with a beginning: th");
        check("aaab", &["aab"], "a");
        check("xabc", &["abc", "b"], "x");
        check("xabd", &["abc", "b"], "xa");
        check("xab", &["abc", "b"], "xa");
        check("grüße\n\nEnde", &["\n\n"], "grüße");
        check("", &["a"], "");
    }

    #[test]
    fn what_cannot_be_a_stop_is_not_held_back() {
        let mut stop = StopAt::new(vec!["###".to_owned()]);
        assert_eq!(stop.pass("one #"), "one ");
        assert_eq!(stop.pass("two ##"), "#two ");
        assert_eq!(stop.pass("# three"), "");
        assert!(stop.is_reached());
        assert_eq!(stop.pass("four"), "");
    }
}
