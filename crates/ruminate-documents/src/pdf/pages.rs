//! Paragraphs out of the lines of pages.
//!
//! A page knows lines and where they are, not paragraphs. Lines close to each other belong together;
//! words that a line's end divided are put together; what stands at the top or bottom of page after
//! page is left out; a sentence goes on over the page's end.

use std::collections::HashMap;

pub(super) fn paragraphs(pages: &[String]) -> Vec<String> {
    let pages: Vec<Vec<String>> = pages.iter().map(|page| lines(page)).collect();
    let repeated = repeated(&pages);
    let mut found: Vec<String> = Vec::new();
    for page in &pages {
        let blocks = blocks(page, &repeated);
        for (at, block) in blocks.into_iter().enumerate() {
            match found.last_mut() {
                Some(last) if at == 0 && goes_on(last, &block) => join(last, &block),
                _ => found.push(block),
            }
        }
    }
    found.retain(|paragraph| is_text(paragraph));
    found
}

/// Lines with single spaces, ligatures as letters; an empty one where the page has a gap.
fn lines(page: &str) -> Vec<String> {
    let page = page.replace('\u{ad}', "");
    let lines = page.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !is_of_contents(line)).map(|line| cleaned(&line)).collect()
}

/// "Scheduling . . . . . . 12".
fn is_of_contents(line: &str) -> bool {
    (line.contains(". . . .") || line.contains(".....")) && line.ends_with(char::is_alphanumeric)
}

/// The level and the text of a heading with a number: "2.1 Methods" is of the second level.
pub(super) fn heading(paragraph: &str) -> Option<(u8, &str)> {
    const LONGEST: usize = 80;
    let (number, text) = paragraph.split_once(' ')?;
    let parts: Vec<&str> = number.trim_end_matches('.').split('.').collect();
    let is_number = |part: &str| {
        (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let level = u8::try_from(parts.len()).ok().filter(|level| *level <= 4)?;
    let is_heading = parts.iter().all(|part| is_number(part))
        && text.len() <= LONGEST
        && text.starts_with(char::is_uppercase)
        && !text.ends_with(['.', ',', ';', ':']);
    is_heading.then_some((level, text))
}

fn cleaned(line: &str) -> String {
    let mut cleaned = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            'ﬀ' => cleaned.push_str("ff"),
            'ﬁ' => cleaned.push_str("fi"),
            'ﬂ' => cleaned.push_str("fl"),
            'ﬃ' => cleaned.push_str("ffi"),
            'ﬄ' => cleaned.push_str("ffl"),
            'ﬅ' | 'ﬆ' => cleaned.push_str("st"),
            c if c.is_control() => {}
            c => cleaned.push(c),
        }
    }
    cleaned
}

/// The first and the last lines of pages.
fn margins(page: &[String]) -> impl Iterator<Item = &String> {
    const LINES: usize = 2;
    let told = || page.iter().filter(|line| !line.is_empty());
    told().take(LINES).chain(told().rev().take(LINES))
}

/// Without its numbers: they count the pages.
fn shape(line: &str) -> String {
    line.chars().filter(|c| !c.is_ascii_digit()).collect::<String>().trim().to_lowercase()
}

/// What stands at the margin of most pages.
fn repeated(pages: &[Vec<String>]) -> HashMap<String, usize> {
    const FEWEST: usize = 3;
    let mut counts = HashMap::new();
    for page in pages {
        let mut shapes: Vec<String> = margins(page).map(|line| shape(line)).collect();
        shapes.sort();
        shapes.dedup();
        for shape in shapes {
            *counts.entry(shape).or_insert(0) += 1;
        }
    }
    // Left and right pages have different ones.
    counts.retain(|_, count| *count >= FEWEST && *count * 5 >= pages.len() * 2);
    counts
}

fn blocks(page: &[String], repeated: &HashMap<String, usize>) -> Vec<String> {
    let margins: Vec<&String> = margins(page).collect();
    let is_left_out = |line: &String| {
        let bare = shape(line);
        margins.contains(&line)
            && (repeated.contains_key(&bare) || bare.is_empty() && line.len() <= 5)
    };
    let lines: Vec<&String> =
        page.iter().filter(|line| line.is_empty() || !is_left_out(line)).collect();
    let told = lines.iter().filter(|line| !line.is_empty());
    let (count, widest) = (told.clone().count(), told.map(|line| line.chars().count()).max());
    let gaps = lines.split(|line| line.is_empty()).filter(|block| !block.is_empty()).count();
    // Where a gap is after nearly every line, it means nothing: the lines are set wide.
    let is_wide = count > 5 && 10 * gaps > 8 * count;
    let mut blocks: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in lines {
        if line.is_empty() {
            is_open &= is_wide;
            continue;
        }
        match blocks.last_mut() {
            Some(block) if is_open => join(block, line),
            _ => blocks.push(line.clone()),
        }
        let is_short = 4 * line.chars().count() < 3 * widest.unwrap_or_default();
        is_open = !(is_wide && is_short && line.ends_with(['.', '!', '?', ':']));
    }
    blocks
}

/// Puts a line after what is before it, and together a word that was divided.
fn join(before: &mut String, line: &str) {
    let divided =
        before.strip_suffix(['-', '‐']).filter(|word| word.ends_with(char::is_alphabetic));
    match divided.map(str::len) {
        Some(length) if line.starts_with(char::is_lowercase) => before.truncate(length),
        _ => before.push(' '),
    }
    before.push_str(line);
}

fn goes_on(before: &str, after: &str) -> bool {
    after.starts_with(char::is_lowercase) && !before.ends_with(['.', '!', '?', ':'])
}

/// Characters of fonts that do not say what they are come out as anything.
fn is_text(paragraph: &str) -> bool {
    let told = paragraph.chars().filter(|c| !c.is_whitespace()).count();
    let readable = paragraph.chars().filter(|c| c.is_alphanumeric()).count();
    let lost = paragraph.matches(char::REPLACEMENT_CHARACTER).count();
    readable > 0 && 4 * lost < told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pages: &[&str]) -> Vec<String> {
        paragraphs(&pages.iter().map(|page| (*page).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn divided_words_and_ligatures_are_put_together() {
        assert_eq!(
            read(&["The ef\u{fb01}cient photo-\nsynthesis of well-\nKnown plants.\n\nNext one."]),
            [
                "The effficient".replace("fff", "ff") + " photosynthesis of well- Known plants.",
                "Next one.".into()
            ]
        );
    }

    #[test]
    fn margins_go_and_sentences_go_on() {
        let pages = [
            "My paper\nThe cell is a\n\n1",
            "My paper\nsmall room.\n\n2",
            "My paper\nIt lives.\n\n3",
        ];
        assert_eq!(read(&pages), ["The cell is a small room.", "It lives."]);
    }

    #[test]
    fn numbers_make_headings_and_dots_a_table_of_contents() {
        assert_eq!(heading("2.1. Methods of counting"), Some((2, "Methods of counting")));
        assert_eq!(heading("3 apples were left"), None);
        assert_eq!(heading("2024 Was a year"), None);
        assert_eq!(read(&["1 Birds . . . . . . 2\n\nWrens are small."]), ["Wrens are small."]);
    }

    #[test]
    fn lines_set_wide_are_still_paragraphs() {
        let page = "This is a line of the text that is\n\nquite long, and goes on until here.\n\nShort end.\n\n\
                    Another paragraph that also has a\n\nsecond line which is as long as it,\n\nand ends.";
        assert_eq!(read(&[page]).len(), 2);
    }
}
