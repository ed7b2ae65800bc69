//! New thoughts held against earlier ones: whether they say anything new, and which cannot both hold,
//! because the later one says so itself or says the opposite of an earlier one in nearly the same words.

use ruminate_types::{Run, Thought, ThoughtType};

use crate::sentence;
use crate::words::Gist;

/// The thoughts that a new one is held against, each looked at once.
#[derive(Default)]
pub(crate) struct Claims {
    whole: Vec<(u32, Gist)>,
    /// Of thoughts that have several.
    sentences: Vec<Gist>,
}

impl Claims {
    pub(crate) fn of(run: &Run) -> Self {
        let recent = &run.thoughts[run.thoughts.len().saturating_sub(Run::WINDOW)..];
        let mut claims = Self::default();
        for thought in recent {
            claims.keep(claim(thought), &thought.thought_text);
        }
        claims
    }

    /// Whether a text says what was said before, in nearly the same words: as one thought, or each sentence somewhere.
    pub(crate) fn hold(&self, text: &str) -> bool {
        let was_said = |gist: &Gist| {
            let whole = self.whole.iter().map(|(_, earlier)| earlier);
            whole.chain(&self.sentences).any(|earlier| gist.repeats(earlier))
        };
        was_said(&Gist::of(text)) || several(text).is_some_and(|parts| parts.iter().all(was_said))
    }

    fn keep(&mut self, claim: (u32, Gist), text: &str) {
        self.whole.push(claim);
        self.sentences.extend(several(text).unwrap_or_default());
    }

    /// The sequence number of the newest earlier thought that this one contradicts; from now on it is
    /// an earlier one itself.
    pub(crate) fn add(&mut self, thought: &Thought, named: Option<u32>) -> Option<u32> {
        let (number, gist) = claim(thought);
        // A small model that has to name something names anything: what has nothing to do with the thought,
        // or what it goes on from. Who contradicts doubts or denies.
        let doubts = thought.thought_type == ThoughtType::Critique;
        let can_be_meant = |number: &u32| {
            let mut earlier = self.whole.iter().filter(|(known, _)| known == number);
            earlier.any(|(_, earlier)| {
                gist.is_about(earlier) && (doubts || gist.is_opposed_to(earlier))
            })
        };
        let contradicted = named.filter(can_be_meant).or_else(|| {
            let denied = self.whole.iter().rev().find(|(_, earlier)| gist.denies(earlier));
            denied.map(|(number, _)| *number)
        });
        self.keep((number, gist), &thought.thought_text);
        contradicted
    }
}

/// The sentences of a text that has more than one.
fn several(text: &str) -> Option<Vec<Gist>> {
    let gists: Vec<Gist> =
        sentence::each(text).map(Gist::of).filter(|gist| gist.len() > 0).collect();
    (gists.len() > 1).then_some(gists)
}

fn claim(thought: &Thought) -> (u32, Gist) {
    (thought.sequence_number, Gist::of(&thought.thought_text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruminate_types::{Confidence, ThoughtType};

    fn thought(sequence_number: u32, text: &str) -> Thought {
        Thought {
            sequence_number,
            thought_text: text.into(),
            thought_type: ThoughtType::Exploration,
            confidence: Confidence::UNSAID,
            time_offset_seconds: 0.0,
            related_to_question_id: None,
            flagged: false,
        }
    }

    fn claims(texts: &[&str]) -> Claims {
        let mut claims = Claims::default();
        for (number, text) in (0..).zip(texts) {
            claims.add(&thought(number, text), None);
        }
        claims
    }

    #[test]
    fn a_denial_in_the_same_words_is_found() {
        let check = |text: &str, expected: Option<u32>| {
            let mut earlier = claims(&[
                "Consciousness requires self-reflection in every animal",
                "Bats navigate by echo",
            ]);
            assert_eq!(earlier.add(&thought(2, text), None), expected, "{text}");
        };
        check("Consciousness does not require self-reflection in every animal", Some(0));
        check("Consciousness requires language", None);
        check("Bats do not like rain on cold evenings", None);
    }

    #[test]
    fn what_the_reply_names_counts_if_it_exists() {
        let black =
            Thought { thought_type: ThoughtType::Critique, ..thought(1, "A black swan was seen") };
        assert_eq!(claims(&["All swans are white"]).add(&black, Some(0)), Some(0));
        assert_eq!(claims(&["All swans are white"]).add(&black, Some(99)), None);
        assert_eq!(claims(&["Rain is wet"]).add(&black, Some(0)), None);
        let denial = thought(1, "No swan that I saw was white");
        assert_eq!(claims(&["All swans are white"]).add(&denial, Some(0)), Some(0));
        let more = thought(1, "The swans of the north are white and large");
        assert_eq!(claims(&["All swans are white"]).add(&more, Some(0)), None);
    }

    #[test]
    fn what_was_said_before_is_known_however_it_is_dressed() {
        let said = claims(&["The lifespan of bridges depends on materials and on maintenance."]);
        assert!(said.hold("The lifespan of bridges depends on their materials, and maintenance"));
        assert!(!said.hold("The lifespan of bridges depends on materials and on luck."));
        assert!(!said.hold("The lifespan of bridges does not depend on materials and maintenance"));
        assert!(!said.hold("The lifespan of bridges depends on their traffic and on the weather"));
    }

    #[test]
    fn what_was_said_in_parts_is_known() {
        let said = claims(&[
            "A longer car has more wheels to move with. Bridges are like cars.",
            "Many bridges were built by the Romans.",
        ]);
        assert!(said.hold(
            "Many bridges were built by the Romans. A longer car has more wheels to move with."
        ));
        assert!(said.hold("Bridges are like cars."));
        assert!(!said.hold("Many bridges were built by the Romans. Stone outlasts steel."));
    }
}
