//! A lesson as it is told to who asks: the sentences that have to do with the question, and where they stand.

use ruminate_types::{Cited, Confidence, Lesson, Recollection};

use crate::recall::Hit;
use crate::text::sentences::sentences;
use crate::text::stems::stem;
use crate::text::words::each_word;

/// Bytes of a passage that are told.
const EXCERPT: usize = 500;

/// What it says to a question.
pub(crate) fn quoted(lesson: &Lesson, hit: &Hit, question: &str) -> Recollection {
    let text = excerpt(&lesson.text, question);
    let confidence = Confidence::new(lesson.confidence.get() * f64::from(hit.score));
    Recollection { sources: vec![cited(lesson)], ..Recollection::new(text, confidence) }
}

/// Under the name of what it is from, where whoever gave it said so.
pub(crate) fn cited(lesson: &Lesson) -> Cited {
    let title = lesson.source().unwrap_or(&lesson.title).to_owned();
    Cited { source_id: lesson.id.clone(), title }
}

/// The sentences that have most of the question's words, in their order; the first one says what it is about.
fn excerpt(text: &str, question: &str) -> String {
    if text.len() <= EXCERPT {
        return text.to_owned();
    }
    let mut asked = Vec::new();
    each_word(question, |word, _| asked.push(stem(word).into_owned()));
    let ranges = sentences(text);
    let overlap = |at: usize| {
        let mut count = 0;
        each_word(&text[ranges[at].clone()], |word, _| {
            count += usize::from(asked.contains(&stem(word).into_owned()));
        });
        count
    };
    let mut order: Vec<(usize, usize)> = (1..ranges.len()).map(|at| (overlap(at), at)).collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut room = EXCERPT.saturating_sub(ranges.first().map_or(0, |first| first.len()));
    let mut kept = vec![0];
    for (_, at) in order {
        if ranges[at].len() <= room {
            room -= ranges[at].len();
            kept.push(at);
        }
    }
    kept.sort_unstable();
    let kept: Vec<&str> =
        kept.iter().filter_map(|at| Some(text[ranges.get(*at)?.clone()].trim())).collect();
    let excerpt = kept.join(" ");
    match excerpt.len() > 2 * EXCERPT {
        // One sentence without an end.
        true => format!("{}…", &excerpt[..excerpt.floor_char_boundary(2 * EXCERPT)]),
        false => excerpt,
    }
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn an_excerpt_keeps_what_was_asked() {
        let filler = "It has nothing at all to do with what anybody asks here. ".repeat(12);
        let text =
            format!("Ada Lovelace was a mathematician. {filler}She died in London of cancer.");
        let told = excerpt(&text, "Where did Ada Lovelace die, in London?");
        assert!(told.starts_with("Ada Lovelace was a mathematician."), "{told}");
        assert!(told.ends_with("She died in London of cancer."), "{told}");
        assert!(told.len() < 700);
        assert!(excerpt(&"x".repeat(100_000), "x").len() < 1_100);
    }
}
