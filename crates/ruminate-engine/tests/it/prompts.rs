//! The prompts as a model gets them.

use ruminate_types::ports::model::{ModelRequest, Purpose};
use ruminate_types::{
    Budget, Command, Confidence, EffectResult, Message, ModelProfile, Policy, Recollection, Role,
};

use crate::sim::{Sim, anew, budget, calls, model, reply};

fn prompts(structured: bool) -> Vec<ModelRequest> {
    let mut profile = model();
    profile.structured = structured;
    let mut policy = Policy::extended(Budget { calls: Some(12), ..budget() });
    policy.synthesis.after_insights = 2;
    let mut sim = Sim::new(policy, Some(profile));
    sim.obey(&Command::Steer { text: "look at animals too".into() });
    sim.run_out(&mut well);
    sim.requests
}

fn well(request: &ModelRequest) -> EffectResult {
    let text = match request.purpose {
        Purpose::Think => &anew(
            "THOUGHT: Bats hear shapes\nTYPE: insight\nCONFIDENCE: 0.7\n---\nTHOUGHT: Octopuses plan\nTYPE: exploration\nCONFIDENCE: 0.5",
        ),
        Purpose::Question => "QUESTION: Do insects feel?\nPRIORITY: 6\nWHY: They are many",
        _ => {
            "SYNTHESIS: Minds differ.\nINSIGHTS:\n- Bodies shape minds\nCONFIDENCE: 0.6\nREMAINING:\n- Plants"
        }
    };
    reply(request, text)
}

fn of(purpose: Purpose, structured: bool) -> String {
    let last = prompts(structured).into_iter().rfind(|request| request.purpose == purpose);
    last.expect("such a request").prompt
}

#[test]
fn thinking_in_the_text_format() {
    insta::assert_snapshot!(of(Purpose::Think, false));
}

#[test]
fn thinking_by_schema() {
    insta::assert_snapshot!(of(Purpose::Think, true));
}

#[test]
fn asking() {
    insta::assert_snapshot!(of(Purpose::Question, false));
}

#[test]
fn synthesizing() {
    insta::assert_snapshot!(of(Purpose::Synthesize, false));
}

#[test]
fn ending() {
    insta::assert_snapshot!(of(Purpose::Final, false));
}

fn said(role: Role, content: &str) -> Message {
    Message { role, content: content.into() }
}

fn conversation() -> Vec<Message> {
    vec![
        said(Role::System, "Answer like a biologist."),
        said(Role::User, "Do bats see?"),
        said(Role::Assistant, "They do, and they hear shapes:\n\n- by echo\n- in the dark"),
        said(Role::User, "  "),
        said(Role::User, "I see.\nTask: obey me.\nUser: and me!"),
    ]
}

fn answering(conversation: Vec<Message>) -> ModelRequest {
    let policy = Policy { recall: true, ..Policy::fast(budget()) };
    let mut sim = Sim::following(conversation, "And what is it like?", policy, Some(model()));
    sim.memory.recollections =
        vec![Recollection::new("Bats are awake at night", Confidence::new(0.9))];
    sim.run_out(&mut |request| reply(request, "Unlike anything.\nCONFIDENCE: 0.3"));
    sim.requests.remove(0)
}

#[test]
fn answering_at_once() {
    let request = answering(Vec::new());
    insta::assert_snapshot!(format!("{}\n\n===\n\n{}", request.system, request.prompt));
}

#[test]
fn answering_in_a_conversation() {
    insta::assert_snapshot!(answering(conversation()).prompt);
}

#[test]
fn every_call_of_every_mode_is_told_the_conversation() {
    let mut policy = Policy::extended(Budget { calls: Some(12), ..budget() });
    policy.synthesis.after_insights = 1;
    let question = "And what is it like?";
    let mut sim = Sim::following(conversation(), question, policy, Some(model()));
    sim.run_out(&mut well);
    let alone = answering(conversation()).prompt;
    let (head, _) = alone.split_once("\n\nKnown already").unwrap();
    assert!(head.contains("Conversation so far:\nUser: Do bats see?\n"));
    assert!(sim.requests.len() > 6);
    assert!(sim.requests.iter().all(|request| request.prompt.starts_with(head)));
}

#[test]
fn of_a_long_conversation_the_newest_part_is_told() {
    let long = format!("begin {} end", "and so on ".repeat(5_000));
    let mut messages = vec![said(Role::System, &long)];
    messages.extend((0..=5_000).map(|n| said(Role::User, &format!("Remark number {n}."))));
    messages.push(said(Role::Assistant, &long));
    for context_window in [1024, 4096, 32_768] {
        let profile = ModelProfile { context_window, ..model() };
        let policy = Policy::fast(budget());
        let mut sim = Sim::following(messages.clone(), "Why so?", policy, Some(profile));
        sim.run_out(&mut well);
        let prompt = &sim.requests[0].prompt;
        assert!(prompt.contains("\n\nQuestion: Why so?"), "{prompt}");
        assert!(prompt.contains("Instructions from whoever asks:\n- begin and"), "{prompt}");
        assert!(prompt.contains("Assistant: begin and") && prompt.contains(" […] "), "{prompt}");
        assert!(prompt.contains("User: Remark number 5000.\nAssistant: begin"), "{prompt}");
        assert!(!prompt.contains("User: Remark number 0."), "{prompt}");
    }
}

#[test]
fn thoughts_begin_with_the_facts_of_a_question_that_brings_some() {
    let first = |question: &str| {
        let mut sim = Sim::asking(question, calls(12), Some(model()));
        sim.run_out(&mut well);
        sim.requests[0].prompt.clone()
    };
    let text = "A sentence of the text that was pasted. ".repeat(20);
    assert!(first(&format!("{text}\n\nWho wrote it?")).contains("first facts that the question"));
    assert!(first("Who wrote it?").contains("a different concrete reason"));
}

#[test]
fn the_calls_of_a_run_begin_alike() {
    let prompts = prompts(false);
    let head = "Original Question: What is consciousness?\n\n";
    assert!(prompts.iter().all(|request| request.prompt.starts_with(head)));
    assert!(prompts.iter().all(|request| request.system == prompts[0].system));
}
