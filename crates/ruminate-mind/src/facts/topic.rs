//! What a text is about by its headings: "People › Anna Berg", "Einar Solberg › War years".
//!
//! A heading names something where the one above it names a kind of things ("People", "Reading list"), or where it is a
//! person's name and the text beneath goes on with that person. Any other is a part of what is above it.

use super::inflection::singular;
use super::label::named;
use super::people::looks_like_person;

const BETWEEN: &str = " › ";

/// Headings that are about whatever their document is about.
const PARTS: &str = "background overview summary introduction notes note details history life biography timeline decisions \
    discussion follow-ups actions agenda attendees references links resources contents appendix contact contacts misc \
    miscellaneous todo questions conclusion results methods description status changelog faq see also general other \
    ideas next steps open what why how setup usage installation troubleshooting examples log";

/// What a text is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Topic {
    /// Empty where no single thing is meant.
    pub(super) name: String,
    /// What the name is one of, in the singular: "team" for what is under "Teams".
    pub(super) kind: Option<String>,
    /// Whether the last heading may be about anything: lines like "Owner: Ann Lee" may then be said of another thing.
    pub(super) is_open: bool,
}

impl Topic {
    /// Of a passage's title: the document's, and perhaps headings.
    pub(super) fn of_title(title: &str, text: &str) -> Self {
        let (document, headings) = title.split_once(BETWEEN).unwrap_or((title, ""));
        let topic = Self { name: named(document).to_owned(), ..Self::default() };
        if headings.is_empty() { topic } else { topic.under(headings, text) }
    }

    /// What the text under further headings is about.
    pub(super) fn under(&self, headings: &str, text: &str) -> Self {
        let mut topic = self.clone();
        let mut above = self.name.as_str();
        for heading in headings.split(BETWEEN).map(str::trim) {
            topic = topic.step(above, heading, text);
            above = heading;
        }
        topic
    }

    /// One of a kind has parts, and is no kind itself: "Payments" under "Teams".
    fn step(self, above: &str, heading: &str, text: &str) -> Self {
        let kind = kind_of(above).filter(|_| self.kind.is_none() || self.name != above);
        let first = heading.split(' ').next().unwrap_or_default().to_lowercase();
        // A document may say its title again.
        let is_part = PARTS.split_whitespace().any(|part| part == first)
            || !self.name.is_empty() && heading.starts_with(&self.name);
        match kind {
            Some(_) if heading.starts_with(&self.name) => self,
            Some(_) if is_part => Self::default(),
            Some(kind) => Self { name: heading.to_owned(), kind: Some(kind), is_open: false },
            None if is_code(heading) => Self { name: heading.to_owned(), ..Self::default() },
            None if !is_part && looks_like_person(heading) => {
                let may_be_pronoun = !looks_like_person(&self.name);
                match goes_on_with(heading, text, may_be_pronoun) {
                    true => Self { name: heading.to_owned(), ..Self::default() },
                    false => Self { is_open: true, ..self },
                }
            }
            None => Self { is_open: !is_part, ..self },
        }
    }

    /// What sentences call it, if they add its kind: "payments team" for "Payments" under "Teams".
    pub(super) fn called(&self, text: &str) -> String {
        const LONGEST: usize = 8_000;
        let name = self.name.split(" (").next().unwrap_or(&self.name);
        let Some(kind) = self.kind.as_deref().filter(|_| text.len() <= LONGEST) else {
            return name.to_owned();
        };
        let called = format!("{} {kind}", name.to_lowercase());
        let is_said = text.to_lowercase().contains(&called);
        if is_said { called } else { name.to_owned() }
    }
}

/// "PAO1", "MG1655": names that no language has.
fn is_code(heading: &str) -> bool {
    !heading.contains(' ')
        && heading.chars().any(|c| c.is_ascii_digit())
        && heading.starts_with(char::is_alphabetic)
}

/// The kind of which a heading names many, in the singular: "team" for "Teams", "entry" for a list.
fn kind_of(heading: &str) -> Option<String> {
    const LISTS: &[&str] = &[
        "list",
        "people",
        "staff",
        "directory",
        "roster",
        "glossary",
        "index",
        "collection",
        "inventory",
        "catalogue",
        "register",
    ];
    if looks_like_person(heading) {
        return None;
    }
    let low = heading.to_lowercase();
    let words = || low.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    if words().any(|word| LISTS.contains(&word)) {
        return Some(String::from("entry"));
    }
    let last = words().next_back().filter(|_| words().count() <= 3)?;
    let one = singular(last);
    (one != last).then_some(one)
}

/// Whether a text begins with the first word of a name, or with a pronoun for a person.
fn goes_on_with(name: &str, text: &str, may_be_pronoun: bool) -> bool {
    let text = &text[..text.floor_char_boundary(80)];
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.next().is_some_and(|word| {
        name.split(' ').next() == Some(word) || may_be_pronoun && matches!(word, "He" | "She")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_name_things_or_parts() {
        for (title, text, name) in [
            ("Einar Solberg", "", "Einar Solberg"),
            ("Einar Solberg › War years", "He joined", "Einar Solberg"),
            ("Einar Solberg › War Years", "He joined", "Einar Solberg"),
            ("ledger › Failure Modes", "A full disk", "ledger"),
            ("People › Anna Berg", "She leads", "Anna Berg"),
            ("Notes of May › Anna Berg", "Anna leads", "Anna Berg"),
            ("Teams › Payments › Background", "It began", "Payments"),
            ("Wiki › Teams › Payments", "It began", "Payments"),
            ("Services › Notes", "It depends", ""),
            ("Freezer › PAO1", "", "PAO1"),
            ("Book club › Book club, autumn", "", "Book club"),
            ("Reading list › The Selfish Gene", "It was", "The Selfish Gene"),
        ] {
            assert_eq!(Topic::of_title(title, text).name, name, "{title}");
        }
    }

    #[test]
    fn a_name_is_called_with_its_kind() {
        let payments = Topic::of_title("Teams › Payments", "");
        assert_eq!(payments.called("The payments team meets."), "payments team");
        assert_eq!(payments.called("Nothing."), "Payments");
    }
}
