//! Nouns for relatives: the facts that tell of them, from either end, and those that are told by two others.

use super::link::fact;
use super::query::{Sex, Side, Way};

/// Kin told by kin: a relation's noun, and two that lead there.
const THROUGH: &[(&str, &[[&str; 2]])] = &[
    ("paternal grandfather", &[["father", "father"]]),
    ("paternal grandmother", &[["father", "mother"]]),
    ("maternal grandfather", &[["mother", "father"]]),
    ("maternal grandmother", &[["mother", "mother"]]),
    ("grandfather", &[["father", "father"], ["mother", "father"]]),
    ("grandmother", &[["father", "mother"], ["mother", "mother"]]),
    ("father in law", &[["spouse", "father"]]),
    ("mother in law", &[["spouse", "mother"]]),
    ("child in law", &[["child", "spouse"]]),
    ("son in law", &[["daughter", "husband"]]),
    ("daughter in law", &[["son", "wife"]]),
    ("sibling in law", &[["spouse", "sibling"], ["sibling", "spouse"]]),
    ("brother in law", &[["spouse", "brother"], ["sister", "husband"]]),
    ("sister in law", &[["spouse", "sister"], ["brother", "wife"]]),
    ("uncle", &[["father", "brother"], ["mother", "brother"]]),
    ("aunt", &[["father", "sister"], ["mother", "sister"]]),
    ("grandchild", &[["child", "child"]]),
    ("sibling", &[["parent", "child"]]),
];

/// The pairs of relatives that lead to one that no fact tells of.
pub(super) fn through(noun: &str) -> Vec<[&'static str; 2]> {
    let found = THROUGH.iter().find(|(name, _)| *name == noun);
    found.map(|(_, through)| through.to_vec()).unwrap_or_default()
}

/// The ways to a relative, by the noun in the singular.
pub(super) fn kin(noun: &str) -> Option<Vec<Way>> {
    use Side::{Object, Subject};
    let facts = |relations: &[(&str, Side)]| -> Vec<Way> {
        relations.iter().map(|(relation, from)| fact(relation, *from, 1.0)).collect()
    };
    let of = |relation, from, sex| Way::Kin { relation, from, sex };
    Some(match noun {
        "father" => vec![fact("be father of", Object, 1.0), Way::Parent(Sex::Male)],
        "mother" => vec![fact("be mother of", Object, 1.0), Way::Parent(Sex::Female)],
        "parent" => facts(&[
            ("be father of", Object),
            ("be mother of", Object),
            ("be parent of", Object),
            ("be son of", Subject),
            ("be daughter of", Subject),
            ("be child of", Subject),
        ]),
        "child" => facts(&[
            ("be son of", Object),
            ("be daughter of", Object),
            ("be child of", Object),
            ("be father of", Subject),
            ("be mother of", Subject),
            ("be parent of", Subject),
        ]),
        "son" | "daughter" => {
            let (own, sex) = match noun {
                "son" => ("be son of", Sex::Male),
                _ => ("be daughter of", Sex::Female),
            };
            let others = ["be father of", "be mother of", "be parent of"];
            let others = others.map(|relation| of(relation, Subject, sex));
            [vec![fact(own, Object, 1.0)], others.to_vec()].concat()
        }
        "spouse" | "husband" | "wife" => {
            let ways = [
                ("marry", Subject),
                ("marry", Object),
                ("be wife of", Subject),
                ("be wife of", Object),
                ("be husband of", Subject),
                ("be husband of", Object),
                ("be spouse of", Subject),
                ("be spouse of", Object),
                ("be widow of", Subject),
                ("be widow of", Object),
            ];
            match noun {
                "spouse" => facts(&ways),
                "husband" => facts(&[
                    ("be husband of", Object),
                    ("be wife of", Subject),
                    ("be widow of", Subject),
                ])
                .into_iter()
                .chain([Subject, Object].map(|from| of("marry", from, Sex::Male)))
                .collect(),
                _ => facts(&[
                    ("be wife of", Object),
                    ("be husband of", Subject),
                    ("be widow of", Object),
                ])
                .into_iter()
                .chain([Subject, Object].map(|from| of("marry", from, Sex::Female)))
                .collect(),
            }
        }
        "sibling" => facts(&[
            ("be brother of", Subject),
            ("be brother of", Object),
            ("be sister of", Subject),
            ("be sister of", Object),
            ("be sibling of", Subject),
            ("be sibling of", Object),
        ]),
        "brother" => vec![
            fact("be brother of", Object, 1.0),
            of("be brother of", Subject, Sex::Male),
            of("be sister of", Subject, Sex::Male),
        ],
        "sister" => vec![
            fact("be sister of", Object, 1.0),
            of("be sister of", Subject, Sex::Female),
            of("be brother of", Subject, Sex::Female),
        ],
        _ => return None,
    })
}
