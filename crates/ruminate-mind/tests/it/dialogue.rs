//! Conversations are searched as such.

use ruminate_mind::{Hop, Index, Passage, Turn};

use super::ids;

fn talk() -> Vec<Passage> {
    let turns = [
        "Ada: Where did you spend the summer?",
        "Ben: In a cabin near Bergen, it rained all the time.",
        "Ada: Did you paint there?",
        "Ben: Yes, a large picture of a lighthouse.",
        "Ada: I started to learn the cello.",
        "Ben: How nice! Who teaches you?",
        "Ada: My neighbour, she used to play in an orchestra.",
    ];
    turns.iter().enumerate().map(|(at, text)| turn(at, "evening", text)).collect()
}

/// "Ada: I bought a boat."
fn turn(at: usize, session: &str, text: &str) -> Passage {
    let (speaker, _) = text.split_once(": ").unwrap();
    let turn = Turn { speaker: speaker.into(), session: session.into() };
    Passage { turn: Some(turn), ..Passage::new(format!("t{at}"), session, text) }
}

#[test]
fn an_answer_is_found_by_its_question() {
    let mut index = Index::new();
    index.add(talk());
    let hits = index.recall("Who teaches Ada the cello?", 3);
    let found: Vec<_> = hits.iter().map(|hit| hit.source_id.as_str()).collect();
    assert!(found.contains(&"t6"), "{hits:?}");
    let answer = hits.iter().find(|hit| hit.source_id == "t6").unwrap();
    assert!(answer.why.iter().any(|hop| matches!(hop, Hop::Beside { .. })), "{answer:?}");
}

#[test]
fn who_said_it_matters() {
    let mut index = Index::new();
    let turns = [
        "Ada: I bought a boat.",
        "Ben: How nice.",
        "Ada: Yes.",
        "Ben: Well.",
        "Ada: Indeed.",
        "Ben: I bought a tent.",
    ];
    index.add(turns.iter().enumerate().map(|(at, text)| turn(at, "shopping", text)));
    assert_eq!(ids(&index, "What has Ben bought?", 1), ["t5"]);
    assert_eq!(ids(&index, "What has Ada bought?", 1), ["t0"]);
}

#[test]
fn a_turn_may_begin_with_who_speaks() {
    let mut named = Index::new();
    named.add(talk());
    let mut said = Index::new();
    said.add(talk().into_iter().map(|passage| {
        let text = passage.text.split_once(": ").unwrap().1.to_owned();
        Passage { text, ..passage }
    }));
    let question = "Where did Ben spend the summer?";
    assert_eq!(named.recall(question, 5), said.recall(question, 5));
}

#[test]
fn talk_and_texts_are_recalled_together() {
    let mut index = Index::new();
    index.add(talk());
    index.add([
        Passage::new("bergen", "Bergen", "Bergen is a city in Norway. It rains on most days."),
        Passage::new("cello", "Cello", "The cello is a string instrument."),
    ]);
    let found = ids(&index, "Which country is Bergen in?", 4);
    assert!(found.contains(&"bergen".to_owned()) && found.contains(&"t1".to_owned()), "{found:?}");
}

#[test]
fn a_speaker_who_is_forgotten_is_no_speaker() {
    let mut index = Index::new();
    index.add(talk());
    let question = "Where did Ben spend the summer?";
    let before = index.recall(question, 5);
    let turn = Turn { speaker: "Summer".into(), session: "morning".into() };
    index.add([Passage { turn: Some(turn), ..Passage::new("other", "morning", "Hello!") }]);
    index.remove(["other"]);
    assert_eq!(index.recall(question, 5), before);
}
