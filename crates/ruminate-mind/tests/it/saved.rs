//! An index in a file is the index.

use proptest::prelude::*;
use ruminate_mind::IndexError;
use ruminate_mind::{Index, Passage};

use super::index;

fn saved(index: &mut Index) -> Vec<u8> {
    let mut file = Vec::new();
    index.save(&mut file).unwrap();
    file
}

fn library() -> Index {
    let mut library = index(&[
        ("Oslo", "Oslo is the capital of Norway."),
        ("Norway", "Norway is a country; its king is Harald V."),
        ("Forgotten", "This one goes away again."),
    ]);
    library.add([
        Passage::new("1", "talk", "Ann: Have you been to Oslo?"),
        Passage::new("2", "talk", "Bob: Yes, in May."),
        Passage::new("3", "talk", "Ann: And did you see the harbour?"),
        Passage::new("4", "talk", "Bob: I did."),
    ]);
    library.remove(["Forgotten"]);
    library
}

#[test]
fn what_was_saved_is_opened_and_goes_on() {
    let mut before = library();
    let mut after = Index::load(&mut saved(&mut before).as_slice()).unwrap();
    let question = "Who is the king of the country whose capital is Oslo?";
    assert_eq!(before.recall(question, 5), after.recall(question, 5));
    assert_eq!(before.summary(), after.summary());
    for index in [&mut before, &mut after] {
        index.add([Passage::new("h", "Harald V", "Harald V was born in 1937.")]);
        index.remove(["2"]);
    }
    assert_eq!(before.recall(question, 5), after.recall(question, 5));
    assert_eq!(saved(&mut before), saved(&mut after));
}

#[test]
fn a_file_is_replaced_whole() {
    let folder = std::env::temp_dir().join(format!("ruminate-mind-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("index.recall");
    let mut library = library();
    library.save_to(&path).unwrap();
    library.remove(["Oslo"]);
    library.save_to(&path).unwrap();
    assert_eq!(Index::open(&path).unwrap().len(), library.len());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_no_index_is_refused() {
    let load = |bytes: &[u8]| Index::load(&mut &bytes[..]).err().unwrap();
    assert!(matches!(load(b""), IndexError::NotAnIndex));
    assert!(matches!(load(b"something else entirely"), IndexError::NotAnIndex));
    let mut other = saved(&mut library());
    other[16] = 99;
    assert!(matches!(load(&other), IndexError::Version { found: 99, .. }));
}

proptest! {
    #[test]
    fn damage_is_noticed(at in 24..5_000_usize, flip in 1..=255_u8, cut in any::<bool>()) {
        let mut bytes = saved(&mut library());
        let at = at % bytes.len();
        if cut {
            bytes.truncate(at);
        } else {
            bytes[at] ^= flip;
        }
        prop_assert!(Index::load(&mut bytes.as_slice()).is_err());
    }
}
