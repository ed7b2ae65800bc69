//! What "he", "it" or "the film" means: the thing of the title, where that is plausible.
//!
//! An article about something names it in its first sentence, and goes on with pronouns. As long as the sentences
//! stay with it, a pronoun at their beginning means it; a sentence about something else ends that.

use crate::text::words::folded;

use super::inflection::singular;
use super::lexicon::{PREPOSITION, classes, is_called_by_name, is_doer, is_person};
use super::people::{People, looks_like_person};
use super::titled;

#[derive(Default)]
pub(super) struct Referent {
    /// The title without its bracket; empty if there is none.
    pub(super) name: String,
    is_titled: bool,
    /// The words of the title that are read as one, see [`titled::parts`].
    pub(super) parts: Vec<String>,
    words: Vec<String>,
    /// How many of the words stand before "of" or a comma: all of them, or "Alfonso II" of "Alfonso II of Aragon".
    called: usize,
    /// Nouns that the text called it by: "film", "band".
    nouns: Vec<String>,
    is_person: bool,
    /// Whether the last sentence was about it.
    has_focus: bool,
    /// Whether any sentence was.
    had_focus: bool,
    /// Whether the last sentence was about what is his or hers: "Her father was Ole Lee."
    is_owner: bool,
    pronoun: Option<&'static str>,
    /// What the last sentence was about, where that is another.
    last: Option<Last>,
    /// Of what something ended: "since then" goes on with it.
    ended: Option<String>,
    /// The two of whom the last sentence was.
    pair: Option<[String; 2]>,
    pub(super) people: People,
}

/// What a sentence was about that was not about the thing of the title.
pub(super) struct Last {
    pub(super) name: String,
    /// Which pronoun may mean it.
    pub(super) pronoun: Meant,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meant {
    Person,
    Thing,
    Several,
}

impl Referent {
    pub(super) fn new(title: &str) -> Self {
        let name = title.split(" (").next().unwrap_or(title).trim();
        let is_list = name.starts_with("List of");
        Self::default().under(if is_list { "" } else { name })
    }

    /// Of a text that belongs to something, under a heading that names this, or nothing.
    pub(super) fn under(self, name: &str) -> Self {
        let mut people = self.people;
        people.meet(name);
        Self { is_titled: true, people, ..Self::named(name) }
    }

    fn named(name: &str) -> Self {
        let words_of = |name: &str| -> Vec<String> {
            folded(name).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let bare = name.strip_prefix("The ").unwrap_or(name);
        let called = bare.split(" of ").next().and_then(|name| name.split(", ").next());
        let called = words_of(called.unwrap_or(bare)).len();
        Self {
            name: name.to_owned(),
            is_titled: false,
            parts: titled::parts(name),
            words: words_of(name),
            called,
            nouns: head_of(name).into_iter().flat_map(|noun| [singular(&noun), noun]).collect(),
            is_person: false,
            has_focus: false,
            had_focus: false,
            is_owner: false,
            pronoun: None,
            last: None,
            ended: None,
            pair: None,
            people: People::default(),
        }
    }

    /// A new paragraph goes back to whom the text is about.
    pub(super) fn begin_paragraph(&mut self) {
        (self.last, self.ended) = (None, None);
        self.has_focus |= self.may_be_person();
    }

    /// So does what stands under a heading, and to a thing if it was spoken of or if the heading names it.
    pub(super) fn begin_section(&mut self, is_named: bool) {
        self.begin_paragraph();
        self.has_focus |= self.had_focus || is_named;
    }

    /// Whether the title is a person, as far as is known: by what the text calls it, or else by its looks.
    pub(super) fn may_be_person(&self) -> bool {
        const OFFICES: &[&str] = &[
            "head",
            "lead",
            "chief",
            "chair",
            "boss",
            "friend",
            "colleague",
            "buddy",
            "ceo",
            "cto",
            "cfo",
            "coo",
            "vp",
        ];
        let is_somebody = |noun: &String| is_doer(noun) || OFFICES.contains(&noun.as_str());
        self.is_person || looks_like_person(&self.name) && self.nouns.iter().all(is_somebody)
    }

    /// Whether the text belongs to something that its words may mean.
    pub(super) fn is_titled(&self) -> bool {
        self.is_titled
    }

    /// Whether the text is about a kind of things, as "Aphids", and no work or person of which it tells parts.
    pub(super) fn is_of_a_kind(&self) -> bool {
        let mut words = self.name.split_whitespace().skip(1);
        !words.any(|word| word.starts_with(char::is_uppercase))
            && !self.is_person
            && !self.nouns.iter().any(|noun| is_called_by_name(noun) || is_person(noun))
    }

    /// A sentence is about the thing of the title, or about another.
    pub(super) fn look_at(&mut self, is_it: bool) {
        self.has_focus = is_it;
        self.had_focus |= is_it;
        self.is_owner = false;
        self.last = None;
    }

    /// A sentence is about what belongs to it: the next may be about another such. After "his wife" a "he" is still he.
    pub(super) fn look_at_owned(&mut self, is_other_sex: bool) {
        self.look_at(is_other_sex);
        self.is_owner = true;
    }

    /// A sentence is about something else, which the next may mean by a pronoun.
    pub(super) fn look_at_another(&mut self, last: Last) {
        self.look_at(false);
        self.last = Some(last);
    }

    /// Something of it is over.
    pub(super) fn end(&mut self, name: &str) {
        self.ended = Some(name.to_owned());
    }

    /// A pronoun after "since then" means of what something ended.
    pub(super) fn since_then(&mut self) {
        if let Some(name) = self.ended.take().filter(|name| *name != self.name) {
            let pronoun = if looks_like_person(&name) { Meant::Person } else { Meant::Thing };
            self.look_at_another(Last { name, pronoun });
        }
    }

    /// A sentence is about two people, or says that they married.
    pub(super) fn pair(&mut self, pair: Option<[String; 2]>) {
        self.pair = pair;
    }

    /// The two whom "they" means.
    pub(super) fn both(&self) -> Option<&[String; 2]> {
        self.pair.as_ref()
    }

    /// What a pronoun that begins a sentence means.
    pub(super) fn meant_by(&mut self, pronoun: &str) -> Option<String> {
        if self.is_meant_by(pronoun) {
            return Some(self.name.clone());
        }
        let meant = match pronoun {
            "he" | "his" | "she" | "her" => Meant::Person,
            "it" | "its" => Meant::Thing,
            "they" | "their" => Meant::Several,
            _ => return None,
        };
        self.last.as_ref().filter(|last| last.pronoun == meant).map(|last| last.name.clone())
    }

    pub(super) fn had_focus(&self) -> bool {
        self.had_focus
    }

    /// Remembers what the text calls it.
    pub(super) fn learn(&mut self, noun: &str) {
        if is_person(noun) {
            self.is_person = true;
        }
        if self.nouns.len() < 16 {
            self.nouns.push(noun.to_owned());
        }
    }

    pub(super) fn set_person(&mut self) {
        self.is_person = true;
    }

    pub(super) fn seems_person(&self) -> bool {
        self.is_person
    }

    /// Whether a noun phrase's words name it: its title, most of it with more around, or a person's last name.
    pub(super) fn is_named_by(&self, phrase: &str, is_first: bool) -> bool {
        if self.words.is_empty() {
            return false;
        }
        let words = folded(phrase);
        let mut said: Vec<&str> = words.split(' ').collect();
        if said.first() == Some(&"the") {
            said.remove(0);
        }
        let own = self.own();
        if own.is_empty() || said.is_empty() {
            return false;
        }
        if said == own {
            return true;
        }
        let (first, last) = (own[0].as_str(), own[own.len() - 1].as_str());
        let called = &own[..self.called.min(own.len())];
        let is_part = self.is_person
            && own.len() > 1
            && (said.len() == 1 && first == said[0]
                || said.len() < called.len()
                    && called.iter().rev().zip(said.iter().rev()).all(|(own, said)| own == said));
        // "Richard Nathaniel Wright" for "Richard Wright", "Gregory Steven Keatley" for "Greg Keatley".
        let has_same_ends = said.len() > 1
            && own.len() > 1
            && last == said[said.len() - 1]
            && first.chars().next() == said[0].chars().next();
        let is_longer = own.len() > 1
            && said.len() > own.len()
            && own.iter().all(|word| said.contains(&word.as_str()));
        let is_fuller = is_first
            && said.len() <= own.len() + own.len().max(5)
            && (!said.contains(&"of")
                || !self.parts.is_empty() && own.iter().any(|word| word == "of"))
            && (has_same_ends || is_longer);
        is_part || is_fuller
    }

    /// Whether a name of several words ends as the title does, which has several too.
    pub(super) fn has_last_name(&self, name: &str) -> bool {
        const GENERATIONS: &[&str] = &["i", "ii", "iii", "iv", "jr", "sr"];
        let last = |words: &[&str]| -> Option<String> {
            let end = words.iter().rposition(|word| !GENERATIONS.contains(word))?;
            (end > 0).then(|| words[end].to_owned())
        };
        let own: Vec<&str> = self.own().iter().map(String::as_str).collect();
        let said = folded(name);
        let is_whole = self.called >= own.len();
        is_whole
            && last(&own).is_some_and(|own| last(&said.split(' ').collect::<Vec<_>>()) == Some(own))
    }

    /// Whether a name is all of the title that stands before its "of" or its comma.
    pub(super) fn is_shortly(&self, name: &str) -> bool {
        let own = self.own();
        (1..own.len()).contains(&self.called)
            && folded(name).split(' ').eq(own[..self.called].iter().map(String::as_str))
    }

    /// The words of the title without its article.
    fn own(&self) -> &[String] {
        match self.words.split_first() {
            Some((first, rest)) if first == "the" => rest,
            _ => &self.words,
        }
    }

    /// Whether "the" with this noun means it.
    pub(super) fn is_called(&self, noun: &str) -> bool {
        self.nouns.iter().any(|known| known == noun)
    }

    /// Whether a pronoun that begins a sentence means it.
    pub(super) fn is_meant_by(&mut self, pronoun: &str) -> bool {
        let has_focus = self.has_focus || self.is_owner && matches!(pronoun, "his" | "her" | "its");
        let pronoun = match pronoun {
            "he" | "his" => "he",
            "she" | "her" => "she",
            "it" | "its" => "it",
            _ => return false,
        };
        let fits = match pronoun {
            "it" => !self.is_person,
            _ => self.may_be_person(),
        };
        let is_meant = !self.name.is_empty()
            && has_focus
            && fits
            && self.pronoun.is_none_or(|known| known == pronoun);
        if is_meant {
            self.pronoun = Some(pronoun);
        }
        is_meant
    }
}

/// The noun that a title is about: "outage" of "Checkout outage", "house" of "The house in Sandviken".
fn head_of(title: &str) -> Option<String> {
    let words: Vec<&str> = title.split(' ').collect();
    let is_small = |word: &str| classes(word) & PREPOSITION != 0;
    let end = words.iter().position(|word| is_small(word)).unwrap_or(words.len());
    let head = words[..end].last().filter(|_| words.len() > 1 && !title.contains(','))?;
    let is_noun = head.len() > 3 && head.chars().all(|c| c.is_ascii_lowercase());
    is_noun.then(|| (*head).to_owned())
}
