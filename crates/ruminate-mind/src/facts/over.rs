//! What is over: "until 2022", "from 1970 to 1975", "formerly", "used to", "before Ann bought it", "divorced".
//!
//! The past alone tells nothing: "was hosted by" may still be so. What ends needs a word that says so.

use super::Statement;
use super::date::time;
use super::inflection::Form;
use super::lexicon::*;
use super::reader::Reader;
use super::token::Kind;
use super::verb::{Group, Voice};

/// Say of a verb that it is so no more.
const NO_MORE: &[&str] = &["formerly", "previously", "once"];

/// Last, so that what comes "before" something else ends there; what happens at once does not.
const LASTING: &str = "own live work serve lead manage run host head hold belong depend use play reside employ teach chair \
    control govern rule edit maintain base locate store support operate possess rent occupy report study attend coach have";

/// Take time and leave something: what was built from 1883 to 1890 is still by its builder.
const MAKING: &str = "build construct write compose develop produce make publish create design paint film shoot record erect \
    draw direct found establish form release bear die";

const CONFIDENCE: f64 = 0.85;

impl Reader<'_, '_> {
    /// Marks what a clause said since as over, where it tells so; gives where the clause ends then.
    pub(super) fn end_since(
        &mut self,
        mark: usize,
        names: &[String],
        verb: usize,
        group: &Group,
        end: usize,
    ) -> usize {
        let words = &self.tokens[verb..group.end];
        let is_past = words.iter().any(|token| {
            token.is_any(&["was", "were", "had", "did"])
                || token.form() == Some(Form::Past) && group.voice == Voice::Active
        });
        let is_no_more = words.iter().any(|token| token.is_any(NO_MORE)) || self.used_to(verb);
        if !is_past && !is_no_more || group.is_negated {
            return end;
        }
        let span = time(&self.tokens, end).filter(|found| tells_end(&self.written(found.clone())));
        let end = match span {
            Some(found) => {
                let when = self.written(found.clone());
                self.date_since(mark, &when);
                found.end
            }
            None => end,
        };
        let is_ended = is_no_more || self.is_ended_by_clause(end, group);
        let makes = has(MAKING, &group.base);
        let is_about = |said: &Statement| {
            names.iter().any(|name| *name == said.subject || *name == said.object)
        };
        let mut is_any_over = false;
        for said in self.said[mark..].iter_mut().filter(|said| is_about(said)) {
            let is_until = said.when.as_deref().is_some_and(tells_end) && !makes;
            said.is_over = is_ended || is_until;
            is_any_over |= said.is_over;
        }
        if let [name] = names
            && is_any_over
        {
            self.referent.end(name);
        }
        end
    }

    /// "used to" before a verb.
    fn used_to(&self, at: usize) -> bool {
        self.is_word(at, &["used"]) && self.is_word(at + 1, &["to"])
    }

    /// "until it burned down", "before Ann bought it".
    fn is_ended_by_clause(&self, at: usize, group: &Group) -> bool {
        let at = at + usize::from(self.kind(at) == Some(Kind::Comma));
        let lasts = group.voice == Voice::Copula || has(LASTING, &group.base);
        let ends = self.is_word(at, &["until", "till"]) || self.is_word(at, &["before"]) && lasts;
        ends && time(&self.tokens, at).is_none() && self.begins_clause(at + 1)
    }

    /// "Ann and Bob divorced in 1961", "Ann divorced Bob": they were married until then.
    pub(super) fn divorced(&mut self, mark: usize, names: &[String]) {
        let ended: Vec<(String, String, Option<String>)> = self.said[mark..]
            .iter()
            .filter(|said| said.relation == "divorce" && !said.is_negated)
            .map(|said| (said.subject.clone(), said.object.clone(), said.when.clone()))
            .collect();
        for (one, other, when) in ended.into_iter().filter(|(one, ..)| names.contains(one)) {
            let mark = self.mark();
            self.say(&one, "marry", &other, false, CONFIDENCE);
            for said in &mut self.said[mark..] {
                said.is_over = true;
                said.when = when
                    .as_deref()
                    .and_then(|when| when.split_once(' '))
                    .map(|(_, date)| format!("until {date}"));
            }
        }
    }

    /// "Ann and Bob married in 1947", "They were divorced": each is the other's. Gives where the clause ends.
    pub(super) fn each_other(&mut self, names: &[String], group: &Group) -> Option<usize> {
        let [one, other] = names else { return None };
        let is_alone = self.token(group.end).is_none_or(|token| {
            matches!(token.kind, Kind::Comma | Kind::Other | Kind::Break)
                || token.is(CONJUNCTION | PREPOSITION | ADVERB)
                    && !token.is_any(&["to", "by", "with", "off"])
        });
        if !matches!(group.base.as_str(), "marry" | "divorce")
            || group.voice == Voice::Copula
            || !is_alone
        {
            return None;
        }
        let mark = self.mark();
        self.say(one, &group.base, other, group.is_negated, CONFIDENCE);
        Some(self.times_and_places(group.end, mark))
    }
}

/// Whether a time, as it is written, is one that has an end.
pub(crate) fn tells_end(when: &str) -> bool {
    let low = when.to_lowercase();
    let is_span = |first: &str, middle: &[&str]| {
        low.starts_with(first) && middle.iter().any(|word| low.contains(word))
    };
    low.starts_with("until ")
        || low.starts_with("till ")
        || is_span("from ", &[" to ", " until ", " through ", "–", "-", "—"])
        || is_span("between ", &[" and "])
}
