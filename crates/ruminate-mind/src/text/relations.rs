//! Words by which a text may tell what a question asks for: who asks for somebody's mother finds her in
//! "their daughter was born". General knowledge of English, a few dozen lines of it; nothing of any set of questions.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::stems::stem;

const RELATIONS: &str = "director: directed film
mother: son daughter children born
father: son daughter children born
grandfather: father son grandson
grandmother: mother daughter
spouse: married wife husband
wife: married husband
husband: married wife
performer: album song single singer band recorded
singer: song single album
born: birth
birthplace: born
birth: born
died: death dead
death: died
founded: founder established
established: founded
located: county municipality city situated
capital: seat
seat: capital
publisher: published
composer: music composed score
composed: music composer
author: written novel wrote book
wrote: written author
cast: starring stars
starred: starring stars cast
actor: starring actress
owner: owned
owned: owner
label: records released
sibling: brother sister
headquartered: headquarters based
headquarters: based headquartered
employer: professor worked
educated: university graduated college school
study: university studied graduated
nationality: american british country
country: located state
developer: developed
manufacturer: manufactured produced
producer: produced
population: census inhabitants
older: born
younger: born
first: earlier
earlier: first
child: son daughter
uncle: brother
aunt: sister
stepmother: married wife
cause: died
borders: border north south east west
shares: border";

static TOLD_BY: LazyLock<FxHashMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut told: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for (asked, words) in RELATIONS.lines().filter_map(|line| line.split_once(": ")) {
        let stems = words.split(' ').map(|word| stem(word).into_owned());
        told.entry(stem(asked).into_owned()).or_default().extend(stems);
    }
    told
});

/// The stems that may tell what the stem of a question's word asks for.
pub(crate) fn told_by(stem: &str) -> &'static [String] {
    TOLD_BY.get(stem).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asking_for_a_spouse_finds_a_marriage() {
        assert!(told_by(&stem("spouse")).contains(&stem("married").into_owned()));
        assert!(told_by("rhubarb").is_empty());
    }
}
