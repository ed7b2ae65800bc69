//! What a run takes from the memory, and what it leaves there.

use ruminate_types::ports::model::{ModelRequest, Purpose};
use ruminate_types::{
    Confidence, EffectResult, Missing, Payload, Policy, Recollection, RecollectionKind, RunStatus,
};

use crate::sim::{Sim, anew, budget, calls, model, reply};

/// A model that thinks something new at every call.
fn thinks() -> impl FnMut(&ModelRequest) -> EffectResult {
    let mut count = 0;
    move |request| {
        count += 1;
        match request.purpose {
            Purpose::Think => {
                let thought = format!(
                    "THOUGHT: Item{count} causes item{count}b.\nTYPE: insight\nCONFIDENCE: 0.7"
                );
                reply(request, &anew(&thought))
            }
            Purpose::Question => reply(
                request,
                &format!("QUESTION: What is item{count}?\nPRIORITY: 5\nWHY: it matters"),
            ),
            _ => reply(request, "SYNTHESIS: It is so.\nCONFIDENCE: 0.8"),
        }
    }
}

#[test]
fn every_thought_is_told_to_the_memory_once() {
    let policy = Policy { learn: true, ..calls(60) };
    let mut sim = Sim::new(policy, Some(model()));
    sim.run_out(&mut thinks());
    let told: Vec<&str> =
        sim.lived.iter().flat_map(|lived| &lived.said).map(|said| said.id.as_str()).collect();
    let thoughts = sim.run.cursor.thoughts;
    assert!(thoughts > 20, "it has to be told more than once: {thoughts}");
    let expected: Vec<String> =
        (0..thoughts).map(|number| format!("t{number}")).chain(["answer".into()]).collect();
    assert_eq!(told, expected);
    assert_eq!(sim.count("distilled"), sim.lived.len());
    let (last, before) = sim.lived.split_last().unwrap();
    assert!(before.iter().all(|lived| lived.outcome.is_none()) && before.len() > 1);
    assert!(last.outcome.is_some(), "how it ended is told at the end");
    assert_eq!(sim.payloads().last(), Some(&Payload::Completed));
}

#[test]
fn what_was_not_to_be_kept_is_not_told() {
    let mut sim = Sim::new(calls(10), Some(model()));
    sim.run_out(&mut thinks());
    assert_eq!((sim.run.cursor.status, sim.lived.len()), (RunStatus::Completed, 0));
}

#[test]
fn without_a_model_only_the_outcome_is_told() {
    for policy in [Policy::fast(budget()), Policy::extended(budget())] {
        let mut sim = Sim::new(Policy { learn: true, ..policy }, None);
        sim.run_out(&mut |_| panic!("there is no model to ask"));
        let [lived] = &sim.lived[..] else { panic!("{:?}", sim.lived) };
        assert!(
            lived.said.is_empty() && lived.outcome.unwrap() < Confidence::new(0.3),
            "{lived:?}"
        );
    }
}

#[test]
fn a_memory_that_fails_keeps_no_run_from_its_end() {
    let mut sim = Sim::new(Policy { learn: true, ..Policy::fast(budget()) }, Some(model()));
    sim.is_forgetful = true;
    sim.run_out(&mut thinks());
    assert_eq!(sim.run.cursor.status, RunStatus::Completed);
    assert_eq!((sim.count("distilled"), sim.count("stage_failed")), (0, 1));
}

#[test]
fn what_is_known_about_a_focus_is_shown_with_it() {
    let mut sim = Sim::new(Policy { recall: true, ..calls(12) }, Some(model()));
    sim.memory.recollections = vec![Recollection::new("Bats hang", Confidence::new(0.9))];
    let mut answer = thinks();
    while sim.run.open.is_empty() {
        sim.step(&mut answer);
    }
    sim.memory.recollections.push(Recollection::new("Owls sit", Confidence::new(0.5)));
    while sim.run.cursor.status == RunStatus::Thinking {
        sim.step(&mut answer);
    }
    let mut prompts = sim.requests.iter().map(|request| &request.prompt);
    let prompt = prompts.find(|prompt| prompt.contains("Known about it")).unwrap();
    let (before, about) = prompt.split_once("Known about it").unwrap();
    assert!(about.contains("- (0.50) Owls sit") && !about.contains("Bats"), "{prompt}");
    assert!(before.contains("- (0.90) Bats hang") && !before.contains("Owls"), "{prompt}");
}

#[test]
fn what_has_to_do_with_a_question_is_no_answer() {
    let policy = Policy { recall: true, ..calls(8) };
    let mut sim = Sim::new(policy, None);
    let passage = Recollection::new(sim.run.question.clone(), Confidence::new(0.9));
    sim.memory.recollections = vec![passage];
    sim.memory.so_far = Some("Who directs Jump is not known.".into());
    sim.run_out(&mut |_| panic!("there is no model to ask"));
    let ending = sim.payloads().find_map(|payload| match payload {
        Payload::FinalSynthesis(synthesis) => Some(synthesis),
        _ => None,
    });
    let ending = ending.unwrap();
    assert!(ending.confidence_level.get() <= 0.1, "{ending:?}");
    assert!(ending.synthesis_text.contains("Who directs Jump is not known."), "{ending:?}");
}

#[test]
fn what_is_missing_becomes_a_question() {
    let gap = Missing { question: "Who directed Jump?".into(), concept: "Jump".into() };
    let policy = Policy { recall: true, ..calls(8) };
    let mut sim = Sim::new(policy.clone(), None);
    sim.memory.gaps = vec![gap.clone()];
    sim.run_out(&mut |_| panic!("there is no model to ask"));
    let asked: Vec<&str> = sim
        .payloads()
        .filter_map(|payload| match payload {
            Payload::Question(question) => Some(question.question_text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(asked, ["Who directed Jump?"], "and no template");

    let mut sim = Sim::new(policy, Some(model()));
    sim.memory.gaps = vec![gap];
    sim.run_out(&mut thinks());
    let asks = sim.requests.iter().find(|request| request.purpose == Purpose::Question).unwrap();
    assert!(
        asks.prompt.contains("Not known, and may have to be:\n- Who directed Jump?"),
        "{}",
        asks.prompt
    );
}

#[test]
fn what_follows_from_facts_settles_the_ending() {
    let concluded = |confidence: f64| Recollection {
        kind: RecollectionKind::Conclusion,
        ..Recollection::new("Bern", Confidence::new(confidence))
    };
    let ends = |known: Recollection| {
        let mut sim = Sim::new(Policy { recall: true, ..calls(20) }, Some(model()));
        sim.memory.recollections.push(known);
        sim.run_out(&mut thinks());
        let ending = sim.payloads().find_map(|payload| match payload {
            Payload::FinalSynthesis(last) => Some((last.synthesis_text.clone(), last.extractive)),
            _ => None,
        });
        ending.unwrap()
    };
    assert_eq!(ends(concluded(0.9)), ("Bern\n\nThe model says otherwise: It is so.".into(), false));
    assert_eq!(ends(concluded(0.2)), ("It is so.".into(), false), "not sure enough");
}
