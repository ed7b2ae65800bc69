//! From nouns and verbs to the relations that tell what they ask for.
//!
//! The vocabulary is open: who does something is found by the verb within the noun, and any other noun is tried as
//! "be … of". Only what no rule can know stands in tables.

use super::family::{kin, through};
use super::query::{Link, Side, Wants, Way};
use crate::facts::{Form, is_person, relation, singular, tells_cause, verb as verb_form};

/// Verbs that tell the same, the same way round.
const ALIKE: &[(&str, &[&str])] = &[
    ("found", &["establish", "co-found"]),
    ("establish", &["found", "co-found"]),
    ("write", &["author", "co-write"]),
    ("author", &["write"]),
    ("direct", &["co-direct"]),
    ("produce", &["co-produce"]),
    ("perform", &["record", "sing"]),
    ("sing", &["perform", "record"]),
    ("compose", &["co-compose"]),
    (
        "study",
        &["attend", "study at", "study in", "be educated at", "be educated in", "graduate from"],
    ),
    ("study at", &["attend", "be educated at", "graduate from"]),
    ("attend", &["study at", "be educated at", "graduate from"]),
    ("graduate from", &["attend"]),
    ("receive", &["win", "be awarded", "earn"]),
    ("win", &["receive", "be awarded"]),
    ("star in", &["appear in"]),
    ("lead to", &["cause"]),
    ("work for", &["work at", "be employed at"]),
    ("work at", &["work for", "be employed at"]),
];
/// Another verb for the same takes little: the fact itself is doubted already.
const OTHER_VERB: f64 = 0.95;

/// Verbs for the same beginning, or the same end, of something.
const SAME_EVENT: &[&[&str]] = &[
    &["be founded", "be established", "be formed", "be created", "form", "be incorporated"],
    &["be opened", "open"],
    &["be built", "be constructed", "be completed"],
    &["begin", "start", "be started"],
    &["end", "be dissolved", "dissolve", "close", "be closed"],
];

/// Who did it is told as "a novel by": the verb, and the nouns.
const BY: &[(&str, &[&str])] = &[
    ("write", &["novel", "book", "play", "poem", "story"]),
    ("perform", &["song", "album", "single", "track"]),
    ("sing", &["song", "single"]),
    ("record", &["song", "album", "single"]),
    ("direct", &["film"]),
    ("compose", &["opera", "symphony", "ballet"]),
    ("paint", &["painting"]),
];

/// Nouns for who does something, where the verb is another.
const DOERS: &[(&str, &str)] = &[
    ("author", "write"),
    ("singer", "perform"),
    ("artist", "perform"),
    ("screenwriter", "write"),
    ("star", "star in"),
];

/// Whether what a verb is done to is of this kind, whatever is said of it: what is directed is a film.
pub(super) fn makes(verb: &str, kind: &str) -> bool {
    BY.iter().any(|(name, nouns)| *name == verb && nouns.contains(&kind))
}

pub(super) fn fact(relation: &str, from: Side, exact: f64) -> Way {
    Way::Fact { relation: relation.to_owned(), from, exact }
}

/// What a noun in small letters asks for: "director", "place of birth", "capital".
pub(super) fn noun(noun: &str) -> Option<Link> {
    let words: Vec<&str> = noun.split(' ').collect();
    let (last, before) = words.split_last()?;
    let noun = [before, &[singular(last).as_str()]].concat().join(" ");
    let time = |verb: &str| Some(vec![Way::Time(verb.to_owned())]);
    let place = |verb: &str| Some(vec![Way::Place(verb.to_owned())]);
    let (ways, wants) = match noun.as_str() {
        "place of birth" | "birthplace" | "birth place" => (place("be born"), Wants::Place),
        "place of death" | "death place" => (place("die"), Wants::Place),
        "place of burial" | "burial place" => (
            Some(vec![Way::Place("be buried".into()), Way::Place("be interred".into())]),
            Wants::Place,
        ),
        "city of birth" | "country of birth" => (place("be born"), Wants::Place),
        "city of death" | "country of death" => (place("die"), Wants::Place),
        "date of birth" | "birthday" | "birthdate" | "birth date" | "year of birth" => {
            (time("be born"), Wants::Time)
        }
        "date of death" | "death date" | "year of death" => (time("die"), Wants::Time),
        "release date" | "date of release" | "release year" => (Some(released()), Wants::Time),
        "cause of death" => {
            let ways = ["die of", "die from"].map(|relation| fact(relation, Side::Subject, 1.0));
            (Some(ways.to_vec()), Wants::Anything)
        }
        "nationality" | "citizenship" => (Some(vec![Way::Nationality]), Wants::Anything),
        "country" | "country of origin" | "country of citizenship" | "home country" => {
            (Some(vec![Way::Country]), Wants::Anything)
        }
        "occupation" | "job" | "profession" | "role" | "trade" => {
            let of = [fact(&format!("be {noun} of"), Side::Object, 1.0), Way::Occupation];
            (Some(of.to_vec()), Wants::Anything)
        }
        "location" => (Some(vec![Way::Located]), Wants::Place),
        "alma mater" => (Some(verb_ways("attend", Side::Subject)), Wants::Somebody),
        other => (kin(other), Wants::Somebody),
    };
    if let Some(ways) = ways {
        let mut link = Link::new(&noun, ways).wanting(wants);
        link.through = through(&noun);
        let size = noun.split_once(" of ").map(|(size, _)| size);
        return Some(link.kind(size.filter(|size| is_size(size)).map(str::to_owned)));
    }
    let mut ways = vec![fact(&format!("be {noun} of"), Side::Object, 1.0)];
    let through = through(&noun);
    if through.is_empty() {
        ways.push(fact(&format!("have {noun}"), Side::Subject, 1.0));
        ways.push(Way::Had(noun.clone()));
        for verb in doing(&noun) {
            ways.extend(verb_ways(&verb, Side::Object));
        }
    }
    let mut link = Link::new(&noun, ways);
    link.through = through;
    Some(link)
}

/// How large a place is that is asked for by "city of birth".
fn is_size(noun: &str) -> bool {
    matches!(noun, "city" | "country")
}

/// What stands in, at or on something, or does something for it: "the airport in X", "the editor for X".
pub(super) fn beside(noun: &str, preposition: &str) -> Option<Link> {
    let last = noun.rsplit(' ').next()?;
    let mut ways = vec![fact(&format!("be {last} {preposition}"), Side::Object, 1.0)];
    let lies = match preposition {
        "in" => &["be located in", "be in", "be based in", "be situated in", "lie in"][..],
        "at" => &["be located at"],
        "on" => &["be located on"],
        _ => &[],
    };
    ways.extend(lies.iter().map(|relation| fact(relation, Side::Object, 1.0)));
    if preposition == "for" {
        return Some(Link {
            ways: [ways, self::noun(noun)?.ways].concat(),
            ..Link::new(noun, Vec::new())
        });
    }
    Some(Link::new(noun, ways).kind(Some(noun.to_owned())))
}

/// The verbs of a noun for who does it: "director" is who directs, "composer" who composes, "runner" who runs.
fn doing(noun: &str) -> Vec<String> {
    if let Some((_, verb)) = DOERS.iter().find(|(doer, _)| *doer == noun) {
        return vec![(*verb).to_owned()];
    }
    let Some(stem) = ["er", "or"].iter().find_map(|ending| noun.strip_suffix(ending)) else {
        return Vec::new();
    };
    if stem.len() < 2 || !stem.is_ascii() || stem.contains(' ') {
        return Vec::new();
    }
    let mut verbs = vec![stem.to_owned(), format!("{stem}e")];
    let bytes = stem.as_bytes();
    if bytes[bytes.len() - 1] == bytes[bytes.len() - 2] {
        verbs.push(stem[..stem.len() - 1].to_owned());
    }
    verbs
}

/// Nouns for who does it, of one word: who founds is a founder, who writes a writer and an author. Those that are no
/// words stand in no fact.
fn doers(verb: &str) -> impl Iterator<Item = String> + use<> {
    let is_one = !verb.contains(' ') && verb.is_ascii() && verb.len() > 1;
    let others = DOERS.iter().filter(|(_, done)| *done == verb).map(|(noun, _)| (*noun).to_owned());
    let last = verb.chars().last().unwrap_or_default();
    let endings = match last {
        'e' => vec!["r".to_owned()],
        _ => vec!["er".to_owned(), "or".to_owned(), format!("{last}er")],
    };
    let regular: Vec<String> = endings.iter().map(|ending| format!("{verb}{ending}")).collect();
    regular.into_iter().chain(others.collect::<Vec<_>>()).filter(move |_| is_one)
}

fn other_side(side: Side) -> Side {
    match side {
        Side::Subject => Side::Object,
        Side::Object => Side::Subject,
    }
}

/// Whether a noun in the singular names who does something, or a relative.
pub(super) fn is_role(noun: &str) -> bool {
    let is_doer =
        || doing(noun).iter().any(|done| matches!(verb_form(done), Some((Form::Base, _))));
    is_person(noun) && noun != "person"
        || kin(noun).is_some()
        || !through(noun).is_empty()
        || is_doer()
}

/// The ways of a verb in its normal form, from its subject or from its object.
fn verb_ways(verb: &str, from: Side) -> Vec<Way> {
    let mut ways = vec![fact(verb, from, 1.0)];
    if let Some((_, alike)) = ALIKE.iter().find(|(name, _)| *name == verb) {
        ways.extend(alike.iter().map(|other| fact(other, from, OTHER_VERB)));
        for other in alike.iter().filter(|other| other.starts_with("co-")) {
            ways.extend(doers(other).map(|noun| fact(&format!("be {noun} of"), from, OTHER_VERB)));
        }
    }
    ways.extend(doers(verb).map(|noun| fact(&format!("be {noun} of"), from, OTHER_VERB)));
    if matches!(verb, "work for" | "work at") {
        ways.push(fact("employ", other_side(from), OTHER_VERB));
        ways.push(fact("be employee of", from, OTHER_VERB));
    }
    if from == Side::Object
        && let Some((_, nouns)) = BY.iter().find(|(name, _)| *name == verb)
    {
        let by = nouns.iter().map(|noun| format!("be {noun} by"));
        ways.extend(by.map(|relation| fact(&relation, Side::Subject, OTHER_VERB)));
    }
    // A film stars who stars in it.
    if verb == "star in" {
        let told = [("star", 1.0), ("feature", 0.9)];
        ways.extend(told.map(|(relation, exact)| fact(relation, other_side(from), exact)));
    }
    if verb == "be written in" {
        ways.push(fact("be language of", other_side(from), OTHER_VERB));
    }
    if verb == "marry" {
        return kin("spouse").unwrap_or_default();
    }
    if verb == "cause" {
        let others = [
            "lead to",
            "produce",
            "trigger",
            "generate",
            "create",
            "contribute to",
            "give rise to",
        ];
        let told = others.iter().filter(|other| tells_cause(other));
        ways.extend(told.map(|other| fact(other, from, 0.85)));
    }
    ways
}

/// What a verb asks for as it is written, the known thing being its subject or its object.
pub(super) fn verb(written: &str, known: Side) -> Option<Link> {
    let told = relation(written);
    if told.name.is_empty() || told.name == "be" {
        return None;
    }
    let from = match (known, told.is_inverse) {
        (Side::Subject, false) | (Side::Object, true) => Side::Subject,
        (Side::Object, false) | (Side::Subject, true) => Side::Object,
    };
    Some(Link::new(&told.name, verb_ways(&told.name, from)))
}

/// When something happened, by its verb as relations have it: "be born", "die".
pub(super) fn time(verb: &str) -> Link {
    let ways = match verb {
        "be released" | "come out" | "be published" => released(),
        // What comes first is what began to be first, whatever it is.
        "come" => [same_events("be founded"), released()].concat(),
        _ => same_events(verb),
    };
    Link::new(verb, ways).wanting(Wants::Time)
}

/// How old a thing is.
pub(super) const AGE: &str = "age";

/// When a thing began to be, whatever it is.
pub(super) fn age() -> Link {
    let begun = ["be founded", "be built", "be launched", "be opened"];
    let mut ways: Vec<Way> = begun.into_iter().flat_map(same_events).collect();
    ways.extend(released());
    ways.push(Way::Time("be born".to_owned()));
    Link::new(AGE, ways).wanting(Wants::Time)
}

/// The time of a verb, and of those that tell of the same event.
fn same_events(verb: &str) -> Vec<Way> {
    let same = SAME_EVENT.iter().find(|same| same.contains(&verb)).copied().unwrap_or_default();
    let others = same.iter().copied().filter(|other| *other != verb);
    [verb].into_iter().chain(others).map(|verb| Way::Time(verb.to_owned())).collect()
}

fn released() -> Vec<Way> {
    let verbs = [
        "be released",
        "come out",
        "be published",
        "premiere",
        "be launched",
        "be first published",
    ];
    let mut ways: Vec<Way> = verbs.iter().map(|verb| Way::Time((*verb).to_owned())).collect();
    ways.push(Way::Year);
    ways
}

/// Where something happened.
pub(super) fn place(verb: &str) -> Link {
    let mut ways = vec![Way::Place(verb.to_owned())];
    match verb {
        "be located" | "be situated" | "be" | "lie" | "be based" | "be found" => {
            ways.push(Way::Located)
        }
        "work" => ways.extend(verb_ways("work for", Side::Subject)),
        "live" => ways.push(Way::Place("reside".into())),
        "form" => ways.push(Way::Place("be formed".into())),
        "study" => ways.extend(verb_ways("study", Side::Subject)),
        "move" | "emigrate" | "migrate" | "relocate" | "flee" | "go" | "travel" => {
            ways.push(fact(&format!("{verb} to"), Side::Subject, 1.0))
        }
        "be buried" => ways.push(Way::Place("be interred".into())),
        _ => {}
    }
    Link::new(verb, ways).wanting(Wants::Place)
}
