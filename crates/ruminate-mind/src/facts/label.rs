//! What stands before a colon or a dash in a heading: "Runbook: ledger" is about the ledger, "ADR 17: Use Postgres" is
//! the record with that number, and "Search team — Acme" the team.

use super::cut::tokens;
use super::date::date;
use super::lexicon::has;

/// Kinds of documents, which say nothing of what one is about.
const KINDS: &str = "runbook playbook post-mortem postmortem incident outage retrospective retro minutes meeting handover notes \
    note guide howto how-to manual documentation docs design proposal spec specification review report profile faq changelog \
    service project team interview obituary biography summary overview checklist policy procedure ticket issue bug page";

/// The name within a heading.
pub(super) fn named(heading: &str) -> &str {
    let bare = without_date(heading);
    if let Some((label, rest)) = bare.split_once(": ") {
        return match label.rsplit_once(' ') {
            Some((kind, number)) if is_number(number) && is_numbered(kind) => label,
            _ if is_kind(label) || is_small(label, rest) => rest,
            _ => bare,
        };
    }
    for dash in [" — ", " – ", " - "] {
        if let Some((label, rest)) = bare.split_once(dash) {
            return match is_kind(label) {
                true => rest,
                false if dash == " — " => label,
                false => bare,
            };
        }
    }
    let (kind, rest) = bare.split_once(' ').unwrap_or((bare, ""));
    match ["of ", "for ", "on "].iter().find_map(|word| rest.strip_prefix(word)) {
        Some(rest) if is_kind(kind) && is_one_name(rest) => rest,
        _ => bare,
    }
}

/// "Incident: checkout outage", but "Alien: Covenant" is one name.
fn is_small(label: &str, rest: &str) -> bool {
    !label.contains(' ') && rest.starts_with(char::is_lowercase)
}

fn is_kind(label: &str) -> bool {
    has(KINDS, &label.to_lowercase())
}

/// "ADR 17", "Ticket 4", but not "Rush 2".
fn is_numbered(kind: &str) -> bool {
    is_kind(kind) || kind.len() > 1 && kind.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn is_number(word: &str) -> bool {
    word.trim_start_matches('#').bytes().all(|byte| byte.is_ascii_digit()) && !word.is_empty()
}

/// "Changelog of order-service", but "Notes on the war" is no name.
fn is_one_name(rest: &str) -> bool {
    !rest.contains(' ')
}

/// "tracking outage" of "tracking outage, 14 March 2025".
fn without_date(heading: &str) -> &str {
    let Some((before, last)) = heading.rsplit_once(", ") else { return heading };
    let words = tokens(last);
    let is_date = date(&words, 0).is_some_and(|found| found.end == words.len());
    if is_date && !is_year(last) { before } else { heading }
}

/// "Paris, 1950" may be a name.
fn is_year(text: &str) -> bool {
    text.len() == 4
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_kind_of_document_is_no_part_of_a_name() {
        for (heading, name) in [
            ("Runbook: mail-queue", "mail-queue"),
            ("Incident: checkout outage", "checkout outage"),
            ("Post-mortem: Redis node loss, 3 May 2024", "Redis node loss"),
            ("ADR 9: Use Postgres", "ADR 9"),
            ("Alien: Covenant", "Alien: Covenant"),
            ("Rush 2: Racing", "Rush 2: Racing"),
            ("Search team — Acme", "Search team"),
            ("Runbook – mail-queue", "mail-queue"),
            ("2019 Open – Singles", "2019 Open – Singles"),
            ("Changelog of mail-queue", "mail-queue"),
            ("Notes on the war", "Notes on the war"),
            ("Anna Berg", "Anna Berg"),
        ] {
            assert_eq!(named(heading), name);
        }
    }
}
