//! A run that answers at once.

use ruminate_engine as engine;
use ruminate_types::ports::model::{Finish, ModelRequest, Purpose};
use ruminate_types::{
    Answer, Budget, Cited, Command, Confidence, EffectFailure, EffectResult, Message, ModelChange,
    ModelProfile, PauseReason, Payload, Policy, Recollection, RecollectionKind, Role, RunStatus,
    Verdict,
};

use crate::sim::{Sim, budget, id, model, reply, unavailable, useless};

const REPLY: &str = "<think>hm</think>**Wet**, since it wets.\n\n- by touch\n\nCONFIDENCE: 0.8";

fn answers(request: &ModelRequest) -> EffectResult {
    reply(request, REPLY)
}

fn asked() -> Sim {
    Sim::asking("Is water wet?", Policy::fast(budget()), Some(model()))
}

#[track_caller]
fn answer(sim: &Sim) -> &Answer {
    assert_eq!(sim.run.cursor.status, RunStatus::Completed);
    let [.., Payload::AnswerFinal(answer), Payload::Completed] =
        &sim.payloads().collect::<Vec<_>>()[..]
    else {
        panic!("{:?}", sim.events)
    };
    answer
}

#[test]
fn one_call_gives_the_answer() {
    let mut sim = asked();
    sim.run_out(&mut answers);
    let expected = Answer {
        answer_text: "**Wet**, since it wets.\n\n- by touch".into(),
        confidence: Confidence::new(0.8),
        is_cut: false,
        extractive: false,
        from_memory: None,
    };
    assert_eq!(answer(&sim), &expected);
    assert_eq!((sim.requests.len(), sim.run.cursor.spent.calls), (1, 1));
    assert_eq!(sim.requests[0].purpose, Purpose::Answer);
    let told: Vec<f64> = sim.events.iter().filter_map(|event| event.metrics.confidence).collect();
    assert_eq!(told, [0.8]);
    assert!(!sim.step(&mut answers), "nothing follows");
}

#[test]
fn it_is_plain_text_even_where_the_server_takes_schemas() {
    let profile = ModelProfile { structured: true, ..model() };
    let mut sim = Sim::new(Policy::fast(budget()), Some(profile));
    sim.run_out(&mut answers);
    assert_eq!(sim.requests[0].schema, None);
}

#[test]
fn an_answer_that_reached_the_limit_of_tokens_says_so() {
    for (finish, is_cut) in [(Finish::Stop, false), (Finish::Length, true), (Finish::Cut, true)] {
        let mut sim = asked();
        sim.run_out(&mut |request| {
            let EffectResult::Reply(mut said) = reply(request, "Wet, and") else { panic!() };
            said.finish = finish;
            EffectResult::Reply(said)
        });
        let answer = answer(&sim);
        assert_eq!((answer.answer_text.as_str(), answer.is_cut), ("Wet, and", is_cut));
        assert_eq!(answer.confidence, Confidence::UNSAID);
    }
}

#[test]
fn a_call_that_gives_nothing_still_ends_in_an_answer_that_claims_little() {
    type Script = fn(&ModelRequest) -> EffectResult;
    let scripts: [Script; 4] = [
        |_| useless(),
        |request| reply(request, "  "),
        |request| reply(request, "<think>I am still thinking"),
        |request| reply(request, "CONFIDENCE: 0.9"),
    ];
    for mut script in scripts {
        let mut sim = asked();
        sim.run_out(&mut script);
        let answer = answer(&sim);
        assert!(answer.confidence.get() <= 0.1, "{answer:?}");
        assert!(answer.answer_text.contains("the model gave nothing of use"), "{answer:?}");
        assert!(answer.answer_text.contains("What is known about water wet"), "{answer:?}");
        assert_eq!(sim.requests.len(), 1);
    }
}

#[test]
fn a_prompt_that_is_always_too_long_still_ends_in_an_answer() {
    let mut sim = asked();
    sim.run_out(&mut |_| EffectResult::Failed(EffectFailure::PromptTooLong { limit: None }));
    assert!(answer(&sim).confidence.get() <= 0.1);
    assert!(sim.requests.len() > 1, "it was asked for less first");
}

#[test]
fn a_model_that_is_down_pauses_the_run_until_it_is_back() {
    let mut sim = asked();
    while sim.step(&mut |_| unavailable()) {}
    assert_eq!(sim.run.cursor.status, RunStatus::Paused);
    assert!(matches!(sim.run.cursor.pause, Some(PauseReason::ModelUnavailable { .. })));
    assert_eq!(sim.run.cursor.spent.calls, 0);
    sim.obey(&Command::Resume { model: ModelChange::Keep });
    sim.run_out(&mut answers);
    assert_eq!(answer(&sim).confidence.get(), 0.8);
}

fn recollection(text: &str) -> Recollection {
    Recollection::new(text, Confidence::new(0.9))
}

#[test]
fn what_earlier_runs_learned_is_shown_to_the_model() {
    let policy = Policy { recall: true, ..Policy::fast(budget()) };
    let mut sim = Sim::asking("Is water wet?", policy, Some(model()));
    sim.memory.recollections = vec![recollection("Water wets what it touches")];
    sim.run_out(&mut answers);
    assert_eq!((sim.count("recalled"), sim.requests.len()), (1, 1));
    assert!(sim.requests[0].prompt.contains("- (0.90) Water wets what it touches"));
}

#[test]
fn without_a_model_what_is_known_is_told_and_nothing_is_made_up() {
    let policy = Policy { recall: true, ..Policy::fast(budget()) };
    let mut sim = Sim::asking("Is water wet?", policy.clone(), None);
    sim.memory.recollections = vec![recollection("Water wets what it touches")];
    sim.run_out(&mut |_| panic!("there is no model to ask"));
    let known = answer(&sim);
    assert!(known.answer_text.contains("“Water wets what it touches”"), "{known:?}");
    assert!(known.answer_text.contains("no model was asked"), "{known:?}");
    assert!(known.confidence.get() <= 0.1, "{known:?}");

    let cited = Cited { source_id: "notes.md#1".into(), title: "Water".into() };
    sim = Sim::asking("Is water wet?", policy.clone(), None);
    sim.memory.recollections =
        vec![Recollection { sources: vec![cited], ..recollection(&"water, ".repeat(100)) }];
    sim.run_out(&mut |_| panic!("there is no model to ask"));
    let known = answer(&sim);
    assert!(known.answer_text.ends_with("…” [Water (notes.md#1)]."), "{known:?}");
    assert!(known.answer_text.len() < 400, "no heap of passages: {known:?}");

    sim = Sim::asking("Is water wet?", policy.clone(), None);
    sim.memory.recollections = vec![recollection("Water wets what it touches")];
    sim.memory.so_far = Some("What water touches is not known.".into());
    sim.run_out(&mut |_| panic!("there is no model to ask"));
    let known = answer(&sim);
    assert_eq!(known.answer_text, "What water touches is not known.", "and nothing else");
    assert!(known.confidence.get() <= 0.1, "{known:?}");

    let mut sim = Sim::asking("Is water wet?", policy, None);
    sim.run_out(&mut |_| panic!("there is no model to ask"));
    let nothing = answer(&sim);
    assert!(nothing.answer_text.starts_with("Nothing is known here about water wet"));
    assert!(nothing.confidence.get() <= 0.1, "{nothing:?}");
}

#[test]
fn what_the_memory_is_sure_of_costs_no_call() {
    let sure = Recollection {
        kind: RecollectionKind::Conclusion,
        chain: vec!["water → wet → what it touches".into()],
        sources: vec![Cited { source_id: "notes.md#1".into(), title: "Water".into() }],
        ..recollection("yes")
    };
    let policy = Policy { recall: true, ..Policy::fast(budget()) };
    let mut sim = Sim::asking("Is water wet?", policy.clone(), Some(model()));
    sim.memory.recollections = vec![sure.clone()];
    sim.run_out(&mut |_| panic!("nobody is asked"));
    let known = answer(&sim);
    assert_eq!(known.confidence, sure.confidence);
    assert_eq!(known.answer_text, "yes");
    let from = known.from_memory.clone().unwrap();
    assert_eq!((from.chain, from.sources), (sure.chain.clone(), sure.sources.clone()));
    assert_eq!(sim.run.cursor.spent.calls, 0);

    let unsure = Recollection { confidence: Confidence::new(0.3), ..sure };
    let mut sim = Sim::asking("Is water wet?", policy, Some(model()));
    sim.memory.recollections = vec![unsure];
    sim.run_out(&mut answers);
    assert_eq!(answer(&sim).confidence.get(), 0.8, "the model was asked");
}

#[test]
fn a_budget_without_room_for_a_call_is_not_exceeded() {
    let policy = Policy::fast(Budget { tokens: Some(100), ..budget() });
    let mut sim = Sim::asking("Is water wet?", policy, Some(model()));
    sim.run_out(&mut |_| panic!("there is no room to ask"));
    assert!(answer(&sim).answer_text.contains("what may be spent leaves no room"));
}

#[test]
fn a_single_call_is_the_endings() {
    let policy = Policy::fast(Budget { calls: Some(1), ..budget() });
    let mut sim = Sim::asking("Is water wet?", policy, Some(model()));
    sim.run_out(&mut answers);
    assert_eq!(answer(&sim).confidence.get(), 0.8);
}

#[test]
fn a_call_has_its_time_even_when_the_wall_clock_is_over() {
    let policy = Policy::fast(Budget { wall_ms: Some(10), ..budget() });
    let limit_ms = policy.call_limit_ms;
    let sim = Sim::asking("Is water wet?", policy, Some(model()));
    let engine::Next::Perform(step) = engine::next(&sim.run) else { panic!() };
    assert_eq!(step.time_limit.cutoff_ms, Some(10 + limit_ms));
}

#[test]
fn cancelling_leaves_no_answer_behind() {
    let mut sim = asked();
    let before = sim.events.len();
    sim.obey(&Command::Cancel);
    assert_eq!(sim.run.cursor.status, RunStatus::Failed);
    assert_eq!(sim.payloads().skip(before).collect::<Vec<_>>(), [&Payload::Cancelled]);
    assert!(!sim.step(&mut answers), "nothing follows");
}

#[test]
fn it_cannot_be_steered() {
    let mut sim = asked();
    let before = (sim.run.clone(), sim.events.len());
    sim.obey(&Command::Steer { text: "look at ice too".into() });
    assert_eq!((sim.run.clone(), sim.events.len()), before);
}

#[test]
fn what_the_asker_says_about_the_answer_is_written_down() {
    let mut sim = asked();
    sim.run_out(&mut answers);
    sim.obey(&Command::Feedback { verdict: Verdict::Wrong, note: Some("ice is dry".into()) });
    let feedback = Payload::Feedback { verdict: Verdict::Wrong, note: Some("ice is dry".into()) };
    assert_eq!(sim.payloads().last(), Some(&feedback));
    assert_eq!(sim.run.cursor.status, RunStatus::Completed);
}

#[test]
fn a_fork_answers_again() {
    let mut sim = asked();
    sim.run_out(&mut answers);
    let now = sim.now().at;
    let (run, events) = engine::fork(id(2), sim.events.clone(), None, now).unwrap();
    let mut fork = Sim::of(run, [sim.events, events].concat());
    fork.obey(&Command::Resume { model: ModelChange::Keep });
    fork.run_out(&mut |request| reply(request, "Dry, if it is ice.\nCONFIDENCE: 0.4"));
    assert_eq!(answer(&fork).answer_text, "Dry, if it is ice.");
    assert_eq!((fork.count("answer_final"), fork.requests.len()), (2, 1));
}

#[test]
fn a_fork_keeps_the_conversation() {
    let said = vec![Message { role: Role::User, content: "Speak of seas.".into() }];
    let mut sim = Sim::following(said.clone(), "Is it wet?", Policy::fast(budget()), Some(model()));
    sim.run_out(&mut answers);
    let (fork, _) = engine::fork(id(2), sim.events.clone(), None, sim.now().at).unwrap();
    assert_eq!(fork.conversation, said);
}
