//! What of a passage has to do with a question: the sentences that share words with it, and not how it happens to begin.

use crate::prompt::one_line;
use crate::sentence;
use crate::words::Gist;

/// The telling sentences of a text in their order, on one line of at most so many characters; how it begins where none
/// shares a word with the question.
pub fn telling(question: &str, text: &str, chars: usize) -> String {
    let asked = Gist::of(question);
    let sentences: Vec<&str> = sentence::each(text).collect();
    let mut ranked: Vec<(usize, usize)> = sentences
        .iter()
        .enumerate()
        .map(|(at, sentence)| (asked.shared(&Gist::of(sentence)), at))
        .filter(|(shared, _)| *shared > 0)
        .collect();
    ranked.sort_by_key(|(shared, at)| (std::cmp::Reverse(*shared), *at));
    let mut room = chars;
    let mut picked: Vec<usize> = Vec::new();
    for (_, at) in ranked {
        let length = sentences[at].chars().count() + 2;
        if !picked.is_empty() && length > room {
            break;
        }
        room = room.saturating_sub(length);
        picked.push(at);
    }
    picked.sort_unstable();
    let Some(first) = picked.first() else { return one_line(text, chars) };
    let mut told = if *first > 0 { "… ".to_owned() } else { String::new() };
    for (before, at) in std::iter::once(None).chain(picked.iter().copied().map(Some)).zip(&picked) {
        let between = match before {
            None => "",
            Some(before) if before + 1 == *at => ". ",
            Some(_) => " … ",
        };
        told.push_str(between);
        told.push_str(sentences[*at]);
    }
    one_line(&told, chars)
}

#[cfg(test)]
mod tests {
    use super::telling;

    const TEXT: &str = "The garden lies by the river. It has two gates. Roses grow along the wall. \
        Nobody waters the roses in May.";

    #[test]
    fn the_sentences_that_match_are_quoted() {
        assert_eq!(telling("How many gates are there?", TEXT, 300), "… It has two gates");
        assert_eq!(
            telling("Who waters the roses?", TEXT, 300),
            "… Roses grow along the wall. Nobody waters the roses in May"
        );
        assert_eq!(
            telling("Does the garden have roses?", TEXT, 62),
            "The garden lies by the river … Roses grow along the wall"
        );
        assert_eq!(telling("Who waters the roses?", TEXT, 20), "… Nobody waters the…");
    }

    #[test]
    fn where_none_matches_it_is_how_it_begins() {
        assert_eq!(telling("What is a quark?", TEXT, 10), "The garden…");
        assert_eq!(telling("?", "", 10), "");
    }
}
