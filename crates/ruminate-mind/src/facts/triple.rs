//! A fact that was given as such: "Ann Ray, spouse, Bob Ray". Its relation is what the same words say in a note, so that both
//! meet: "owner" is "Owner:", "dependsOn" and "depends_on" are "depends on".

use super::Statement;
use super::field::told;
use super::relation::relation;

/// What a triple states. The sentence is the whole of what it is written in.
pub fn triple(subject: &str, written: &str, object: &str, length: usize) -> Statement {
    let words = words_of(written);
    let (name, is_inverse) = told(&words, object).unwrap_or_else(|| {
        let found = relation(&words);
        (found.name, found.is_inverse)
    });
    let (subject, object) = if is_inverse { (object, subject) } else { (subject, object) };
    Statement {
        subject: subject.to_owned(),
        relation: name,
        object: object.to_owned(),
        is_negated: false,
        is_over: false,
        when: None,
        sentence: 0..length,
        confidence: 1.0,
    }
}

/// "depends on" for "dependsOn", "depends_on", "DEPENDS_ON" and "depends-on".
fn words_of(written: &str) -> String {
    let mut words = String::with_capacity(written.len() + 2);
    let mut was_small = false;
    for c in written.chars() {
        if matches!(c, '_' | '-') {
            words.push(' ');
        } else {
            if c.is_uppercase() && was_small {
                words.push(' ');
            }
            words.extend(c.to_lowercase());
        }
        was_small = c.is_lowercase();
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::triple;

    #[test]
    fn words_say_what_they_say_in_a_note() {
        for (written, object, expected) in [
            ("married to", "Bob", "Ann | marry | Bob"),
            ("spouse", "Bob", "Bob | marry | Ann"),
            ("born", "1950", "Ann | be born in | 1950"),
            ("born", "5 May 1950", "Ann | be born on | 5 May 1950"),
            ("born", "Oslo", "Ann | be born in | Oslo"),
            ("birthPlace", "Oslo", "Ann | be born in | Oslo"),
            ("date_of_birth", "5 May 1950", "Ann | be born on | 5 May 1950"),
            ("death place", "Oslo", "Ann | die in | Oslo"),
            ("owner", "Bob", "Bob | own | Ann"),
            ("is owned by", "Bob", "Bob | own | Ann"),
            ("dependsOn", "Bob", "Ann | depend on | Bob"),
            ("DEPENDS_ON", "Bob", "Ann | depend on | Bob"),
            ("role", "CTO", "Ann | be | CTO"),
            ("isA", "nurse", "Ann | be | nurse"),
            ("parent of", "Bob", "Ann | be parent of | Bob"),
            ("child", "Bob", "Bob | be child of | Ann"),
            ("causes", "rust", "Ann | cause | rust"),
            ("caused_by", "rust", "rust | cause | Ann"),
            ("founded", "Acme", "Ann | found | Acme"),
            ("founded", "1990", "Ann | be founded in | 1990"),
            ("has part", "Bob", "Bob | be part of | Ann"),
            ("works at", "Acme", "Ann | work at | Acme"),
        ] {
            let said = triple("Ann", written, object, 0);
            let line = format!("{} | {} | {}", said.subject, said.relation, said.object);
            assert_eq!(line, expected, "{written}");
        }
    }
}
