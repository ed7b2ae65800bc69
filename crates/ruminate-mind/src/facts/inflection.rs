//! From the forms of a word to the word: "directed" to "direct", "cities" to "city".
//!
//! By endings, since a dictionary would be larger than the rest of the crate. A verb that the rules do not know
//! still gets one form, which is all that two statements need to meet.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::text::irregular;

use super::lexicon::{NO_VERB, VERB, classes, has};

/// Irregular verbs that recall can do without: the base, and its forms.
const MORE: &str = "bear bore born borne; beat beat beaten; bind bound; breed bred; bleed bled; cling clung; cost cost;
creep crept; cut cut; do did done; flee fled; fling flung; forbid forbade forbidden; hit hit; hurt
hurt; kneel knelt; lay laid; light lit; put put; overcome overcame; overthrow overthrew overthrown;
oversee oversaw; prove proven; rebuild rebuilt; rewrite rewrote rewritten; set set; shoot shot; show
shown; sew sewn; shrink shrank; slay slain slew; slide slid; speed sped; spell spelt; split split;
spread spread; spring sprang; stick stuck; swear sworn; strive strove; swing swung; undertake
undertook undertaken; undergo underwent; uphold upheld; wed wed; weep wept; win won; cast cast; wind
wound; co-write co-wrote co-written; arise arose arisen; bid bade bid; dwell dwelt; foresee foresaw;
mistake mistook; outsell outsold; spin spun; sting stung; sink sunk; thrust thrust; withhold
withheld; withstand withstood; broadcast broadcast; have had; lose lost; sing sung; co-found co-founded; found founded;
sow sown; grow grown";

static FORMS: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
    let verbs = MORE.split(';').map(str::split_whitespace);
    let pairs = verbs.filter_map(|mut forms| Some((forms.next()?, forms)));
    pairs.flat_map(|(base, forms)| forms.map(move |form| (form, base))).collect()
});

/// Words that `text::irregular` knows and that are no verbs.
const NOUNS: &str = "child man woman foot tooth goose mouse person wife life leaf knife half wolf shelf thief \
    good bad";

/// Which form of a verb a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// "wrote", "directed": the past, and for most verbs the participle too.
    Past,
    /// "written": only the participle.
    Participle,
    /// "starring".
    Ing,
    /// "produces".
    Present,
    /// "produce".
    Base,
}

/// The form of a verb that a word in small letters can be, and the verb.
pub fn verb(word: &str) -> Option<(Form, String)> {
    let classes = classes(word);
    if classes & NO_VERB != 0 || !word.is_ascii() || word.len() < 2 {
        return None;
    }
    if let Some(base) = irregular_base(word) {
        let form = if is_participle_only(word) { Form::Participle } else { Form::Past };
        return Some((form, base.to_owned()));
    }
    if let Some(base) = past(word) {
        return Some((Form::Past, base));
    }
    if let Some(stem) = word.strip_suffix("ing").filter(|stem| stem.len() >= 2 && has_vowel(stem)) {
        return Some((Form::Ing, restored(stem)));
    }
    if classes & VERB != 0 {
        return Some((Form::Base, word.to_owned()));
    }
    present(word).map(|base| (Form::Present, base))
}

fn irregular_base(word: &str) -> Option<&'static str> {
    let more = FORMS.get(word).copied();
    let known = || irregular::base(word).filter(|base| !has(NOUNS, base) && *base != "be");
    more.or_else(known)
}

fn is_participle_only(word: &str) -> bool {
    let is_by_ending = ["wn", "en", "orn", "ain"].iter().any(|ending| word.ends_with(ending));
    is_by_ending
        || matches!(
            word,
            "sung" | "begun" | "drunk" | "swum" | "rung" | "sunk" | "gone" | "done" | "borne"
        )
}

fn past(word: &str) -> Option<String> {
    let stem = word.strip_suffix("ed").filter(|stem| stem.len() >= 2 && has_vowel(stem))?;
    let is_adjective =
        word.starts_with("un") && !matches!(word, "united" | "unified" | "unveiled" | "unseated");
    // "speed", "feed": what ends in "eed" is a past only where "ee" ends the verb.
    let is_long_e = stem.ends_with('e')
        && !["agre", "fre", "guarante", "refere", "decre"].iter().any(|e| stem.ends_with(e));
    if is_adjective || is_long_e || word.starts_with("non-") || word.ends_with("-based") {
        return None;
    }
    Some(restored(stem))
}

/// The present with its s, of a verb that is known: most words with an s are nouns.
fn present(word: &str) -> Option<String> {
    let stem = word.strip_suffix('s')?;
    let is_verb = |candidate: &str| classes(candidate) & VERB != 0;
    if is_verb(stem) {
        return Some(stem.to_owned());
    }
    let shorter = stem.strip_suffix('e')?;
    if is_verb(shorter) {
        return Some(shorter.to_owned());
    }
    let with_y = format!("{}y", shorter.strip_suffix('i')?);
    is_verb(&with_y).then_some(with_y)
}

/// The base of any word that can only be a verb where it stands, as "adjoins" before an article.
pub(super) fn base_of_present(word: &str) -> String {
    if let Some(base) = present(word) {
        return base;
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let is_long =
        ["ches", "shes", "sses", "xes", "zes"].iter().any(|ending| word.ends_with(ending));
    let cut = if is_long { 2 } else { usize::from(word.ends_with('s') && !word.ends_with("ss")) };
    word[..word.len() - cut].to_owned()
}

fn has_vowel(stem: &str) -> bool {
    stem.bytes().any(|byte| matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y'))
}

/// Stems that need no e though others with their ending do, and the reverse.
const WITHOUT_E: &str = "focus bias canvas debut pilot pivot ruin riot benefit combat";
const WITH_E: &str = "unit invit cit ignit excit recit complet compet delet deplet explor restor stor scor ignor \
    ador bor implor deplor postpon clon phon dethron conven interven tun prun them hop cop \
    scop styl typ cloth bath interfer adher rever scal inhal exhal reunit writ cohes welcom \
    provok creat recreat becom overcom co-creat mov premier";
/// Verbs that keep one l, though their past doubles it.
const SINGLE_L: &str = "control compel expel propel travel cancel label model rebel patrol signal fuel channel \
    excel dispel counsel rival total level enrol";

/// The verb of a stem that lost its "ed" or "ing".
fn restored(stem: &str) -> String {
    if let Some(short) = stem.strip_suffix('i') {
        // "tied", "vied"
        return if short.len() == 1 { format!("{stem}e") } else { format!("{short}y") };
    }
    if classes(stem) & VERB != 0 {
        return stem.to_owned();
    }
    if has(WITH_E, stem) {
        return format!("{stem}e");
    }
    if has(WITHOUT_E, stem) {
        return stem.to_owned();
    }
    let bytes = stem.as_bytes();
    let last = |back: usize| bytes.len().checked_sub(back).map_or(b' ', |at| bytes[at]);
    if last(1) == last(2) && !matches!(last(1), b's' | b'z' | b'f' | b'e' | b'o') {
        let short = &stem[..stem.len() - 1];
        return if last(1) == b'l' && !has(SINGLE_L, short) {
            stem.to_owned()
        } else {
            short.to_owned()
        };
    }
    if needs_e(last(1), last(2), last(3)) { format!("{stem}e") } else { stem.to_owned() }
}

/// Whether an e was lost, by the last three letters: "produc", "locat", "shar" but not "treat", "appear".
fn needs_e(last: u8, second: u8, third: u8) -> bool {
    let is_vowel = |byte: u8| matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u');
    match last {
        b'c' | b'v' | b'u' | b'z' => true,
        b's' => second != b's',
        b'e' => true,
        b'g' => second != b'n' || third != b'o',
        b'l' if matches!(
            second,
            b'b' | b'c' | b'd' | b'f' | b'g' | b'k' | b'p' | b't' | b'z' | b's'
        ) =>
        {
            true
        }
        // Two vowels before the consonant: "treat", "appear", "join", "claim".
        _ if is_vowel(second) && is_vowel(third) => matches!(
            (third, second, last),
            (b'u', b'i', b'd' | b'r') | (b'u', b'a', b't' | b'd') | (b'i', b'a', b't')
        ),
        b't' => matches!(second, b'a' | b'u' | b'o'),
        b'r' => matches!(second, b'a' | b'i' | b'u'),
        b'l' => matches!(second, b'i' | b'u'),
        b'n' => second == b'i',
        b'm' => matches!(second, b'a' | b'i' | b'u'),
        b'p' => matches!(second, b'a' | b'i'),
        b'd' => matches!(second, b'a' | b'i' | b'o' | b'u' | b'e'),
        b'k' => matches!(second, b'a' | b'i' | b'o'),
        b'b' => matches!(second, b'i' | b'o'),
        _ => false,
    }
}

/// The singular of a noun in small letters.
pub(crate) fn singular(noun: &str) -> String {
    const SAME: &str = "series species news headquarters means politics mathematics physics economics athletics \
    states gas bus lens always christmas texas kansas paris athens wales netherlands \
    philippines atlas canvas alias bias chaos cosmos corps kubernetes postgres jenkins";
    if has(SAME, noun) || !noun.is_ascii() || noun.len() < 4 {
        return noun.to_owned();
    }
    if let Some(base) = irregular::base(noun).filter(|base| has(NOUNS, base)) {
        return base.to_owned();
    }
    if let Some(stem) = noun.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return match stem {
            "mov" | "cook" | "zomb" | "cal" | "prair" | "rook" | "ser" => format!("{stem}ie"),
            _ => format!("{stem}y"),
        };
    }
    if ["ches", "shes", "sses", "xes", "zes", "oes"].iter().any(|ending| noun.ends_with(ending)) {
        return noun[..noun.len() - 2].to_owned();
    }
    match noun.strip_suffix('s') {
        Some(stem) if !["s", "u", "i"].iter().any(|ending| stem.ends_with(ending)) => {
            stem.to_owned()
        }
        _ => noun.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_lead_to_their_verb() {
        let verbs = "directed direct, produced produce, married marry, starred star, released release, located locate, \
            based base, planned plan, called call, controlled control, treated treat, created create, edited edit, \
            united unite, distributed distribute, promoted promote, appeared appear, shared share, acquired acquire, \
            featured feature, developed develop, settled settle, combined combine, joined join, claimed claim, \
            named name, divided divide, included include, looked look, described describe, focused focus, \
            organized organize, moved move, argued argue, played play, agreed agree, managed manage, belonged belong, \
            changed change, wrote write, written write, born bear, starring star, featuring feature, won win, \
            contains contain, studies study, reaches reach, covers cover, died die, restored restore, recruited recruit, \
            graduated graduate, situated situate, required require, inspired inspire, assumed assume, escaped escape";
        for pair in verbs.split(", ") {
            let (form, base) = pair.trim().split_once(' ').unwrap();
            assert_eq!(verb(form).map(|found| found.1).as_deref(), Some(base), "{form}");
        }
        for word in ["speed", "hundred", "unnamed", "pressure", "king", ""] {
            assert_eq!(verb(word), None);
        }
    }

    #[test]
    fn plurals_lead_to_their_noun() {
        for (plural, noun) in [
            ("cities", "city"),
            ("churches", "church"),
            ("movies", "movie"),
            ("glass", "glass"),
            ("series", "series"),
            ("women", "woman"),
            ("virus", "virus"),
            ("files", "file"),
            ("axis", "axis"),
        ] {
            assert_eq!(singular(plural), noun);
        }
    }
}
