//! Words by which people describe one thing instead of naming it: "the *director* of …", "the *city* where …".

/// Those who bear them are people.
const PEOPLE: &str = "\
    actor actress architect artist author boss brother ceo chairman chairperson chancellor child \
    coach commander composer conductor creator daughter designer director discoverer editor emperor \
    father filmmaker founder governor head host husband individual inventor king leader lyricist man \
    manager mayor monarch mother narrator owner painter parent partner performer person player poet \
    politician predecessor president principal producer queen ruler scientist screenwriter sculptor \
    sibling singer sister son songwriter spouse star successor wife winner woman writer";

/// Things that another thing has one of.
const RELATIONS: &str = "\
    birth birthplace capital citizenship developer distributor employer headquarters hometown label \
    manufacturer mater network operator origin publisher religion residence team";

/// Kinds of which one may be meant.
const KINDS: &str = "\
    agency airline airport album association band bank body book borough broadcaster building \
    channel church city club college company continent corporation country county department \
    district empire episode event federation film firm franchise game group institution island \
    language league magazine ministry mountain movie municipality museum nation newspaper novel \
    organisation organization party planet play program province region river school series service \
    ship show song species state station studio subsidiary theater theatre town university village \
    war";

/// Whether a word describes somebody or something that can be asked for, and put in its place.
pub(super) fn is_role(word: &str) -> bool {
    is_relation(word) || has(KINDS, word)
}

/// Whether "the … of" a thing is one.
pub(super) fn is_relation(word: &str) -> bool {
    is_person(word) || has(RELATIONS, word)
}

pub(super) fn is_person(word: &str) -> bool {
    has(PEOPLE, word)
}

fn has(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}
