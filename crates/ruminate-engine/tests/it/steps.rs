//! Questions that are made of smaller ones.

use ruminate_types::ports::model::{ModelRequest, Purpose};
use ruminate_types::{
    Confidence, EffectResult, Payload, Policy, Recalled, Recollection, RecollectionKind, RunStatus,
};

use crate::sim::{Sim, calls, model, reply};

const BIRTHPLACE: &str = "Where was the director of Jump for Glory born?";

/// Answers small questions from a list, and everything else with a synthesis that says the same each time.
fn knows(answers: &[(&str, &str)], ending: &str) -> impl FnMut(&ModelRequest) -> EffectResult {
    move |request| match request.purpose {
        Purpose::Solve => {
            let known = answers.iter().find(|(question, _)| request.prompt.contains(question));
            reply(request, known.map_or("unknown", |(_, answer)| answer))
        }
        Purpose::Think => {
            reply(request, "THOUGHT: It was long ago.\nTYPE: insight\nCONFIDENCE: 0.7")
        }
        _ => reply(request, &format!("SYNTHESIS: {ending}\nCONFIDENCE: 0.9")),
    }
}

fn ended(question: &str, policy: Policy, answers: &[(&str, &str)], ending: &str) -> Sim {
    let mut sim = Sim::asking(question, policy, Some(model()));
    sim.run_out(&mut knows(answers, ending));
    assert_eq!(sim.run.cursor.status, RunStatus::Completed);
    sim
}

fn ending(sim: &Sim) -> &str {
    let mut endings = sim.payloads().filter_map(|payload| match payload {
        Payload::FinalSynthesis(synthesis) => Some(&synthesis.synthesis_text),
        _ => None,
    });
    endings.next().unwrap()
}

fn small_questions(sim: &Sim) -> Vec<&str> {
    let small = sim.requests.iter().filter(|request| request.purpose == Purpose::Solve);
    small
        .filter_map(|request| request.prompt.lines().find(|line| line.starts_with("Question: ")))
        .collect()
}

#[test]
fn one_answer_is_put_into_the_next_question() {
    let answers = [
        ("director of Jump for Glory?", "Raoul Walsh."),
        ("Where was Raoul Walsh born?", "New York"),
    ];
    let sim = ended(BIRTHPLACE, calls(12), &answers, "He was born in London.");
    assert_eq!(
        small_questions(&sim),
        [
            "Question: Who is the director of Jump for Glory?",
            "Question: Where was Raoul Walsh born?"
        ]
    );
    assert_eq!(sim.run.thoughts[0].thought_text, "The director of Jump for Glory is Raoul Walsh.");
    let told = ending(&sim);
    assert!(told.starts_with("New York") && told.contains("The model says otherwise"), "{told}");
}

#[test]
fn an_ending_that_says_the_same_is_taken_as_it_is() {
    let answers = [
        ("director of Jump for Glory?", "Raoul Walsh."),
        ("Where was Raoul Walsh born?", "New York"),
    ];
    let said = "In New York. The director was Raoul Walsh.";
    assert_eq!(ending(&ended(BIRTHPLACE, calls(12), &answers, said)), said);
}

#[test]
fn two_dates_are_compared_by_the_machine() {
    let answers =
        [("When was Ada Berg born?", "27 October 1964"), ("When was Tom Cole born?", "in 1930")];
    let sim =
        ended("Who is younger, Ada Berg or Tom Cole?", calls(12), &answers, "Tom Cole is younger.");
    assert!(ending(&sim).starts_with("Ada Berg"), "{}", ending(&sim));

    let lives =
        [("Ada born?", "1900"), ("Ada die?", "1950"), ("Tom born?", "1910"), ("Tom die?", "1990")];
    let sim = ended("Who lived longer, Ada or Tom?", calls(12), &lives, "Ada did.");
    assert!(ending(&sim).starts_with("Tom"), "{}", ending(&sim));
}

#[test]
fn a_step_that_nobody_knows_ends_the_steps_and_not_the_run() {
    let sim = ended(BIRTHPLACE, calls(12), &[], "Nobody knows.");
    assert_eq!(small_questions(&sim), ["Question: Who is the director of Jump for Glory?"]);
    assert!(sim.requests.iter().any(|request| request.purpose == Purpose::Think));
    assert_eq!(ending(&sim), "Nobody knows.");
}

#[test]
fn what_the_memory_knows_is_not_asked_for() {
    let mut sim = Sim::asking(BIRTHPLACE, Policy { recall: true, ..calls(12) }, Some(model()));
    let walsh = Recollection {
        kind: RecollectionKind::Conclusion,
        ..Recollection::new("Raoul Walsh", Confidence::new(0.9))
    };
    // The whole question is not answered by it, so it is known only after the run has begun.
    let mut knows = knows(&[("Where was Raoul Walsh born?", "New York")], "In New York.");
    sim.step(&mut knows);
    sim.memory = Recalled { recollections: vec![walsh], ..Recalled::default() };
    sim.step(&mut knows);
    sim.memory = Recalled::default();
    sim.run_out(&mut knows);
    assert_eq!(small_questions(&sim), ["Question: Where was Raoul Walsh born?"]);
}

#[test]
fn the_material_of_a_question_goes_with_each_step() {
    let material = "Jump for Glory is a film directed by Raoul Walsh. ".repeat(12);
    let question =
        format!("{material}\n\nQuestion, to be answered from the text: {BIRTHPLACE}\nBe brief.");
    let sim = ended(&question, calls(12), &[("director of", "Raoul Walsh")], "It is not known.");
    let first = sim.requests.iter().find(|request| request.purpose == Purpose::Solve).unwrap();
    assert!(
        first.prompt.contains(material.trim()) && !first.prompt.contains("Be brief"),
        "{}",
        first.prompt
    );
    let asked = "Question, to be answered from the above: Who is the director of Jump for Glory?";
    assert!(first.prompt.contains(asked), "{}", first.prompt);
}
