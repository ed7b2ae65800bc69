//! The prompts as a model gets them.

use ruminate_types::ports::model::{ModelRequest, Purpose};
use ruminate_types::{Budget, Command, Policy};

use crate::sim::{Sim, budget, model, reply};

fn prompts(structured: bool) -> Vec<ModelRequest> {
    let mut profile = model();
    profile.structured = structured;
    let mut policy = Policy::extended(Budget { calls: Some(12), ..budget() });
    policy.synthesis.after_insights = 2;
    let mut sim = Sim::new(policy, Some(profile));
    sim.obey(&Command::Steer { text: "look at animals too".into() });
    sim.run_out(&mut |request| {
        let text = match request.purpose {
            Purpose::Think => "THOUGHT: Bats hear shapes\nTYPE: insight\nCONFIDENCE: 0.7\n---\nTHOUGHT: Octopuses plan\nTYPE: exploration\nCONFIDENCE: 0.5",
            Purpose::Question => "QUESTION: Do insects feel?\nPRIORITY: 6\nWHY: They are many",
            _ => "SYNTHESIS: Minds differ.\nINSIGHTS:\n- Bodies shape minds\nCONFIDENCE: 0.6\nREMAINING:\n- Plants",
        };
        reply(request, text)
    });
    sim.requests
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

#[test]
fn the_calls_of_a_run_begin_alike() {
    let prompts = prompts(false);
    let head = "Original Question: What is consciousness?\n\n";
    assert!(prompts.iter().all(|request| request.prompt.starts_with(head)));
    assert!(prompts.iter().all(|request| request.system == prompts[0].system));
}
