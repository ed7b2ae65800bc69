//! Seed A's loop, one sentence at a time.

use ruminate_types::Because;
use ruminate_types::ModelChange;
use ruminate_types::ports::model::{Finish, ModelReply, ModelRequest, Purpose};
use ruminate_types::{
    Budget, Command, EffectFailure, EffectResult, PauseReason, Payload, Policy, RunStatus,
    Synthesis, ThoughtType,
};

use crate::sim::{Sim, anew, budget, calls, model, reply, unavailable, useless};

const THOUGHTS: &str = "\
THOUGHT: Consciousness might be best understood as layered awareness
TYPE: exploration
CONFIDENCE: 0.6
---
THOUGHT: Self-reflection requires metacognitive awareness
TYPE: connection
CONFIDENCE: 0.75
---
THOUGHT: But this circular definition says little about origins
TYPE: critique
CONFIDENCE: 0.8";

const QUESTIONS: &str = "\
QUESTION: How do different layers of awareness interact?
PRIORITY: 8
WHY: Understanding interaction could explain emergence
---
QUESTION: Can consciousness exist without self-reflection?
PRIORITY: 9
WHY: Tests whether self-reflection is necessary or optional";

const SYNTHESIS: &str = "\
SYNTHESIS: Consciousness appears to be layered.
INSIGHTS:
- Layered structure
- Requires feedback loops
CONFIDENCE: 0.65
REMAINING:
- Origins still unclear";

/// The seed's own replies.
fn seed(request: &ModelRequest) -> EffectResult {
    let text = match request.purpose {
        Purpose::Think => &anew(THOUGHTS),
        Purpose::Question => QUESTIONS,
        Purpose::Solve => "unknown",
        Purpose::Synthesize | Purpose::Digest | Purpose::Final | Purpose::Answer => SYNTHESIS,
    };
    reply(request, text)
}

/// Thoughts that differ from call to call, since a model's would.
fn varied(sim: &mut Sim, steps: usize) {
    let mut n = sim.requests.len();
    for _ in 0..steps {
        sim.step(&mut |request| {
            n += 1;
            match request.purpose {
                Purpose::Question => {
                    let ask = |i| {
                        format!("QUESTION: What about aspect{n} of matter{i}?\nPRIORITY: 5\n---\n")
                    };
                    reply(request, &(0..3).map(ask).collect::<String>())
                }
                _ => seed(request),
            }
        });
    }
}

/// Until so many foci are explored side by side.
fn until_foci(sim: &mut Sim, count: usize) {
    for _ in 0..100 {
        if sim.run.cursor.focus.len() == count {
            return;
        }
        varied(sim, 1);
    }
    panic!("never {count} foci");
}

fn syntheses(sim: &Sim) -> Vec<&Synthesis> {
    sim.payloads()
        .filter_map(|payload| match payload {
            Payload::Synthesis(synthesis) | Payload::FinalSynthesis(synthesis) => Some(synthesis),
            _ => None,
        })
        .collect()
}

#[test]
fn the_first_focus_is_the_question_and_its_thoughts_are_the_seeds() {
    let mut sim = Sim::new(calls(20), Some(model()));
    sim.step(&mut seed);
    sim.step(&mut seed);
    let [first, second, third] = &sim.run.thoughts[..] else { panic!("{:?}", sim.run.thoughts) };
    assert_eq!(first.sequence_number, 0);
    assert_eq!(first.thought_text, "Consciousness might be best understood as layered awareness");
    assert_eq!((first.thought_type, first.confidence.get()), (ThoughtType::Exploration, 0.6));
    assert_eq!((second.thought_type, second.confidence.get()), (ThoughtType::Connection, 0.75));
    assert_eq!((third.thought_type, third.confidence.get()), (ThoughtType::Critique, 0.8));
    assert_eq!(third.related_to_question_id, None);
    assert_eq!(first.time_offset_seconds, 1.0);
}

#[test]
fn questions_come_at_first_and_the_most_important_is_explored_next() {
    let mut sim = Sim::new(calls(20), Some(model()));
    while sim.count("question") == 0 {
        assert!(sim.step(&mut seed));
    }
    assert_eq!(sim.run.cursor.thoughts, 3, "one batch of three");
    sim.step(&mut seed);
    let Some(Payload::Focus { questions, .. }) = sim.payloads().last() else { panic!() };
    assert_eq!(sim.run.open[0].question_text, "Can consciousness exist without self-reflection?");
    assert_eq!(questions[..], [Some(sim.run.open[0].id)]);
    let focus = sim.run.open[0].id;
    sim.step(&mut seed);
    assert!(sim.run.explored.iter().any(|explored| explored.id == focus));
    assert_eq!(sim.run.thoughts.last().unwrap().related_to_question_id, Some(focus));
    let prompt = &sim.requests.last().unwrap().prompt;
    assert!(prompt.contains("Current Focus: Can consciousness exist without self-reflection?"));
    assert!(prompt.contains("Tests whether self-reflection is necessary"));
}

#[test]
fn a_question_that_was_asked_before_is_not_asked_again() {
    let mut sim = Sim::new(calls(40), Some(model()));
    sim.run_out(&mut seed);
    assert_eq!(sim.run.cursor.questions, 2, "the same two questions every time");
}

#[test]
fn more_questions_come_after_five_thoughts() {
    let mut sim = Sim::new(calls(20), Some(model()));
    while sim.count("questions_asked") < 2 {
        assert!(sim.step(&mut seed));
    }
    assert_eq!(sim.run.cursor.thoughts, 9, "two more batches of three");
}

#[test]
fn open_questions_get_new_priorities() {
    let mut sim = Sim::new(calls(30), Some(model()));
    let mut asked = 0;
    for _ in 0..12 {
        sim.step(&mut |request| {
            if request.purpose == Purpose::Question {
                asked += 1;
                return match asked {
                    1 => reply(
                        request,
                        &format!("{QUESTIONS}\n---\nQUESTION: And plants?\nPRIORITY: 2"),
                    ),
                    _ => reply(request, "PRIORITY Q3: 10"),
                };
            }
            seed(request)
        });
    }
    let change = sim.payloads().find_map(|payload| match payload {
        Payload::Reprioritised { changes } => Some(changes[0]),
        _ => None,
    });
    let change = change.expect("a change of priority");
    assert_eq!((change.id.0, change.from, change.to), (3, 2, 10));
    let asking = sim.requests.iter().rfind(|request| request.purpose == Purpose::Question).unwrap();
    assert!(asking.prompt.contains("- Q3 (priority 2): And plants?"), "{}", asking.prompt);
}

#[test]
fn a_synthesis_comes_after_five_minutes_of_thinking() {
    let wall = Budget { wall_ms: Some(30 * 60_000), ..budget() };
    let mut sim = Sim::new(Policy::extended(wall), Some(model()));
    sim.call_ms = 20_000;
    sim.run_out(&mut seed);
    let times: Vec<f64> = syntheses(&sim).iter().map(|s| s.time_offset_seconds).collect();
    assert!((300.0..=360.0).contains(&times[0]), "{times:?}");
    let numbers: Vec<u32> = syntheses(&sim).iter().map(|s| s.sequence_number).collect();
    assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<_>>());
    assert_eq!(syntheses(&sim)[0].because, Because::Time);
    assert_eq!(syntheses(&sim)[0].key_insights, ["Layered structure", "Requires feedback loops"]);
    assert_eq!(syntheses(&sim)[0].remaining_questions, ["Origins still unclear"]);
    assert_eq!(syntheses(&sim)[0].confidence_level.get(), 0.65);
    assert_eq!(syntheses(&sim).last().unwrap().because, Because::Ending);
    assert_eq!(sim.run.cursor.status, RunStatus::Completed);
}

#[test]
fn a_synthesis_comes_after_enough_insights() {
    let mut policy = calls(30);
    policy.synthesis.after_insights = 2;
    let mut sim = Sim::new(policy, Some(model()));
    let mut insights = |request: &ModelRequest| match request.purpose {
        Purpose::Think => {
            reply(request, &anew("THOUGHT: I see now\nTYPE: insight\nCONFIDENCE: 0.9"))
        }
        _ => seed(request),
    };
    while sim.count("synthesis") == 0 {
        assert!(sim.step(&mut insights));
    }
    assert_eq!(sim.run.cursor.thoughts, 2);
    assert_eq!(syntheses(&sim)[0].because, Because::Insights);
}

#[test]
fn a_contradiction_is_noticed_and_brings_a_synthesis() {
    let mut sim = Sim::new(calls(30), Some(model()));
    let mut n = 0;
    let mut quarrel = |request: &ModelRequest| match request.purpose {
        Purpose::Think => {
            n += 1;
            match n {
                1 => reply(request, "THOUGHT: Every mind needs a body\nTYPE: insight"),
                2 => reply(request, "THOUGHT: Not every mind needs a body\nTYPE: critique"),
                // A synthesis waits until there is something to put together.
                _ => reply(request, &anew("THOUGHT: Bats hear shapes\nTYPE: exploration")),
            }
        }
        _ => seed(request),
    };
    while sim.count("synthesis") == 0 {
        assert!(sim.step(&mut quarrel));
    }
    assert!(sim.payloads().any(|p| *p == Payload::Contradiction { earlier: 0, later: 1 }));
    assert_eq!(syntheses(&sim)[0].because, Because::Contradiction);
    assert_eq!(syntheses(&sim)[0].grounds.contradictions, 1);
}

#[test]
fn foci_side_by_side_give_one_order_of_thoughts() {
    let mut policy = calls(40);
    policy.parallel = 3;
    let mut sim = Sim::new(policy, Some(model()));
    varied(&mut sim, 30);
    let wide = sim.payloads().find_map(|payload| match payload {
        Payload::Focus { questions, .. } if questions.len() > 1 => Some(questions.clone()),
        _ => None,
    });
    assert!(wide.is_some(), "several foci at once");
    let numbers: Vec<u32> = sim
        .payloads()
        .filter_map(|p| if let Payload::Thought(t) = p { Some(t.sequence_number) } else { None })
        .collect();
    assert_eq!(numbers, (0..numbers.len() as u32).collect::<Vec<_>>());
}

#[test]
fn steering_is_acknowledged_and_comes_first() {
    let mut sim = Sim::new(calls(30), Some(model()));
    varied(&mut sim, 6);
    sim.obey(&Command::Steer { text: "look at animals too".into() });
    let stages: Vec<&str> = sim.payloads().map(Payload::stage).collect();
    assert_eq!(stages[stages.len() - 2..], ["steered", "question"]);
    assert_eq!(sim.run.open[0].question_text, "look at animals too");
    assert_eq!(sim.run.open[0].priority, 10);
    while sim.run.open.iter().any(|open| open.question_text == "look at animals too") {
        varied(&mut sim, 1);
    }
    let focused =
        sim.requests.iter().any(|r| r.prompt.contains("Current Focus: look at animals too"));
    assert!(focused);
}

#[test]
fn a_model_that_is_down_pauses_the_run_and_costs_nothing() {
    let mut sim = Sim::new(calls(20), Some(model()));
    varied(&mut sim, 4);
    let spent = sim.run.cursor.spent;
    while sim.run.cursor.status == RunStatus::Thinking {
        sim.step(&mut |_| unavailable());
    }
    let Some(PauseReason::ModelUnavailable { message }) = &sim.run.cursor.pause else { panic!() };
    assert_eq!(message, "nobody answers");
    assert_eq!(sim.run.cursor.spent.calls, spent.calls);
    assert_eq!(sim.run.cursor.spent.tokens, spent.tokens);
    sim.obey(&Command::Resume { model: ModelChange::Keep });
    sim.run_out(&mut seed);
    assert_eq!(sim.run.cursor.status, RunStatus::Completed);
}

#[test]
fn what_came_before_the_model_went_down_is_kept() {
    let mut policy = calls(40);
    policy.parallel = 2;
    let mut sim = Sim::new(policy, Some(model()));
    until_foci(&mut sim, 2);
    let foci: Vec<_> = sim.run.cursor.focus.iter().flatten().copied().collect();
    let mut first = true;
    sim.step(&mut |request| if std::mem::take(&mut first) { seed(request) } else { unavailable() });
    assert_eq!(sim.run.cursor.status, RunStatus::Paused);
    assert!(sim.run.explored.iter().any(|question| question.id == foci[0]));
    assert!(sim.run.open.iter().any(|question| question.id == foci[1]));
}

#[test]
fn a_reply_of_marks_is_no_thought() {
    let mut sim = Sim::new(calls(20), Some(model()));
    while sim.step(&mut |request| reply(request, "[[[[[[ …")) {}
    assert_eq!(sim.run.cursor.status, RunStatus::Paused);
    assert_eq!(sim.run.cursor.thoughts, 0);
}

#[test]
fn calls_that_give_nothing_pause_the_run_after_three() {
    let mut sim = Sim::new(calls(20), Some(model()));
    while sim.step(&mut |_| useless()) {}
    assert_eq!(sim.run.cursor.status, RunStatus::Paused);
    assert_eq!(sim.count("stage_failed"), 3);
    assert_eq!(sim.run.cursor.spent.calls, 3);
}

#[test]
fn an_unreadable_reply_becomes_one_flagged_exploration() {
    let mut sim = Sim::new(calls(20), Some(model()));
    sim.step(&mut seed);
    sim.step(&mut |request| reply(request, "I would rather talk about the weather."));
    let [thought] = &sim.run.thoughts[..] else { panic!() };
    assert!(thought.flagged);
    assert_eq!(thought.thought_text, "I would rather talk about the weather.");
    assert_eq!((thought.thought_type, thought.confidence.get()), (ThoughtType::Exploration, 0.5));
}

#[test]
fn a_server_without_schemas_is_asked_in_the_text_format() {
    let mut profile = model();
    profile.structured = true;
    let mut sim = Sim::new(calls(20), Some(profile));
    sim.step(&mut seed);
    sim.step(&mut |request| {
        assert!(request.schema.is_some());
        assert!(!request.prompt.contains("THOUGHT:"));
        EffectResult::Failed(EffectFailure::SchemaRefused)
    });
    assert_eq!(sim.run.cursor.spent.calls, 1, "it was answered, though not with thoughts");
    sim.step(&mut |request| {
        assert!(request.schema.is_none());
        assert!(request.prompt.contains("THOUGHT: [your thought"));
        seed(request)
    });
    assert_eq!(sim.run.cursor.thoughts, 3);
}

#[test]
fn a_prompt_that_was_too_long_is_made_shorter() {
    let mut sim = Sim::new(calls(20), Some(model()));
    sim.step(&mut seed);
    let too_long = EffectFailure::PromptTooLong { limit: Some(2048) };
    sim.step(&mut |_| EffectResult::Failed(too_long.clone()));
    assert_eq!(sim.run.cursor.model.as_ref().unwrap().context_window, 2048);
    sim.step(&mut seed);
    assert_eq!(sim.requests.last().unwrap().context_window, 2048);
    assert_eq!(sim.run.cursor.thoughts, 3);
}

#[test]
fn a_final_call_that_gives_nothing_still_ends_in_a_synthesis() {
    let mut sim = Sim::new(calls(6), Some(model()));
    sim.run_out(&mut |request| {
        if request.purpose == Purpose::Final { useless() } else { seed(request) }
    });
    assert_eq!(sim.run.cursor.status, RunStatus::Completed);
    let answer = *syntheses(&sim).last().unwrap();
    assert!(answer.extractive);
    assert!(answer.synthesis_text.contains("Self-reflection requires metacognitive awareness"));
}

#[test]
fn a_cancelled_run_asks_nobody_and_keeps_what_it_has() {
    let mut sim = Sim::new(calls(20), Some(model()));
    varied(&mut sim, 4);
    let asked = sim.requests.len();
    sim.obey(&Command::Cancel);
    assert_eq!(sim.run.cursor.status, RunStatus::Failed);
    assert_eq!(sim.requests.len(), asked);
    assert!(syntheses(&sim).last().unwrap().extractive);
    assert!(!sim.step(&mut seed), "nothing follows");
}

#[test]
fn without_a_model_a_run_ends_by_itself_and_claims_little() {
    let policy = Policy::extended(Budget { wall_ms: Some(60_000), ..budget() });
    let question = "What is the relationship between consciousness and intelligence?";
    let mut sim = Sim::asking(question, policy, None);
    sim.run_out(&mut |_| panic!("there is no model to ask"));
    assert_eq!(sim.run.cursor.status, RunStatus::Completed);
    assert_eq!(sim.run.cursor.questions, 3);
    assert!(sim.run.open.is_empty(), "all of them explored");
    let answer = *syntheses(&sim).last().unwrap();
    assert!(answer.extractive && answer.confidence_level.get() <= 0.1, "{answer:?}");
}

#[test]
fn the_ending_covers_a_run_that_is_longer_than_the_window() {
    let mut profile = model();
    profile.context_window = 2048;
    let mut policy = calls(400);
    policy.synthesis.after_insights = 0;
    policy.synthesis.every_ms = u64::MAX;
    let mut sim = Sim::new(policy, Some(profile));
    sim.run_out(&mut seed);
    assert!(sim.run.cursor.thoughts > 500);
    assert!(sim.count("digest") > 10, "thoughts are digested before they leave the window");
    let last = sim.requests.last().unwrap();
    assert_eq!(last.purpose, Purpose::Final);
    assert!(last.prompt.contains("Understanding so far"));
    let layers = sim.run.cursor.layers.len();
    assert!(layers < 24, "bounded by levels, not by length: {layers}");
}

#[test]
fn empty_replies_explore_nothing_and_pause_the_run_after_three() {
    let mut sim = Sim::new(calls(50), Some(model()));
    varied(&mut sim, 6);
    let open = sim.run.open.len();
    while sim.step(&mut |request| reply(request, "<think>hm</think> ")) {}
    assert_eq!(sim.run.cursor.status, RunStatus::Paused);
    assert_eq!(sim.run.open.len(), open, "no question is ticked off for nothing");
    assert_eq!(sim.count("stage_failed"), 3);
}

#[test]
fn what_calls_side_by_side_teach_is_learned_once() {
    let mut policy = calls(60);
    policy.parallel = 3;
    let mut sim =
        Sim::new(policy, Some(ruminate_types::ModelProfile { structured: true, ..model() }));
    until_foci(&mut sim, 3);
    sim.step(&mut |_| EffectResult::Failed(EffectFailure::SchemaRefused));
    assert_eq!(sim.run.cursor.status, RunStatus::Thinking, "{:?}", sim.events.last());
    assert_eq!((sim.count("model_adjusted"), sim.count("stage_failed")), (1, 0));
    sim.step(&mut |_| EffectResult::Failed(EffectFailure::PromptTooLong { limit: None }));
    assert_eq!(sim.run.cursor.model.as_ref().unwrap().context_window, 8192 / 2);
    assert_eq!(sim.count("model_adjusted"), 2);
}

#[test]
fn a_synthesis_is_shown_every_thought_it_covers() {
    for window in [1024, 2048, 8192] {
        let profile = ruminate_types::ModelProfile { context_window: window, ..model() };
        let mut policy = calls(200);
        policy.synthesis.after_insights = 30;
        policy.questions_every = 1000;
        let mut sim = Sim::new(policy, Some(profile));
        let mut n = 0;
        sim.run_out(&mut |request| match request.purpose {
            Purpose::Think => {
                let blocks = (0..4).map(|_| {
                    n += 1;
                    format!("THOUGHT: notion{n} is one of many that say a little about it\nTYPE: insight\n---\n")
                });
                reply(request, &blocks.collect::<String>())
            }
            _ => seed(request),
        });
        // Every thought stands in the prompt of a digest, a synthesis or the ending.
        let told: Vec<&str> = sim
            .requests
            .iter()
            .filter(|request| request.purpose != Purpose::Think)
            .map(|request| request.prompt.as_str())
            .collect();
        assert!(n > 100 && sim.count("synthesis") > 2, "{window}: {n} thoughts");
        for thought in 1..=n {
            let name = format!("notion{thought} ");
            assert!(
                told.iter().any(|prompt| prompt.contains(&name)),
                "{window}: {name}was left out"
            );
        }
    }
}

#[test]
fn what_a_model_repeats_is_left_out_and_a_run_with_nothing_new_ends() {
    let mut sim = Sim::new(calls(100), Some(model()));
    sim.run_out(&mut |request| match request.purpose {
        Purpose::Think => reply(request, THOUGHTS),
        _ => seed(request),
    });
    assert_eq!(sim.run.cursor.thoughts, 3, "each is counted once");
    assert_eq!(sim.run.cursor.questions, 2, "asked for at first");
    assert_eq!(sim.run.cursor.status, RunStatus::Completed);
    assert!(sim.requests.len() < 12, "{} calls for what was said in two", sim.requests.len());
    let told = sim.events.iter().filter(|event| event.summary.contains("said before")).count();
    assert!(told >= 2, "{told}");
}

#[test]
fn half_a_sentence_at_the_end_of_a_reply_that_was_cut_is_no_thought() {
    let text = r#"{"thoughts": [{"type": "insight", "thought": "Bats hear shapes.", "confidence": 0.9},
        {"type": "insight", "thought": "Which means that", "confidence": 0}]}"#;
    for (finish, expected) in [(Finish::Length, 1), (Finish::Stop, 2)] {
        let mut sim = Sim::new(calls(20), Some(model()));
        let mut cut = |request: &ModelRequest| match reply(request, text) {
            EffectResult::Reply(reply) => EffectResult::Reply(ModelReply { finish, ..reply }),
            other => other,
        };
        sim.step(&mut cut);
        sim.step(&mut cut);
        assert_eq!(sim.run.cursor.thoughts, expected, "{finish:?}");
    }
}

#[test]
fn a_thought_that_the_schema_had_to_end_ends_with_a_sentence() {
    let endless = format!("{}and so on and", "It comes from somewhere. ".repeat(20));
    let text = serde_json::json!({"thoughts": [
        {"type": "insight", "thought": endless, "confidence": 0.9},
        {"type": "insight", "thought": "Short, and with no end", "confidence": 0.9},
    ]});
    let mut sim = Sim::new(calls(20), Some(model()));
    sim.step(&mut |request| reply(request, &text.to_string()));
    sim.step(&mut |request| reply(request, &text.to_string()));
    let thoughts: Vec<&str> =
        sim.run.thoughts.iter().map(|thought| thought.thought_text.as_str()).collect();
    assert!(thoughts[0].ends_with("somewhere."), "{}", thoughts[0]);
    assert_eq!(thoughts[1], "Short, and with no end");
}

#[test]
fn a_form_that_was_filled_with_nothing_is_no_thought() {
    let empty = r#"{"thoughts": [{"type": "insight", "thought": "...", "confidence": 0.9}]}"#;
    let mut sim = Sim::new(calls(20), Some(model()));
    sim.step(&mut |request| reply(request, empty));
    sim.step(&mut |request| reply(request, empty));
    assert_eq!(sim.run.cursor.thoughts, 0, "{:?}", sim.run.thoughts);
}

#[test]
fn insights_and_remaining_questions_are_told_once() {
    let said = "SYNTHESIS: Bridges age.\nINSIGHTS:\n- Rust eats steel\n- Rust eats the steel\n- Salt helps rust\n- Yes\n\
                CONFIDENCE: 0.5\nREMAINING:\n- What about wood?\n- And what about wood?\n- What is consciousness?";
    let mut sim = Sim::new(calls(6), Some(model()));
    sim.run_out(&mut |request| match request.purpose {
        Purpose::Final => reply(request, said),
        _ => seed(request),
    });
    let last = syntheses(&sim).pop().unwrap();
    assert_eq!(last.key_insights, ["Rust eats steel", "Salt helps rust"]);
    assert_eq!(last.remaining_questions, ["What about wood?"]);
}

#[test]
fn a_fork_of_a_run_that_was_worn_out_tries_again() {
    let mut sim = Sim::new(calls(20), Some(model()));
    while sim.step(&mut |_| useless()) {}
    let budget = Budget { calls: Some(20), ..budget() };
    let (run, events) =
        ruminate_engine::fork(crate::sim::id(2), sim.events.clone(), Some(budget), sim.now().at)
            .unwrap();
    let mut fork = Sim::of(run, events);
    fork.obey(&Command::Resume { model: ModelChange::Keep });
    fork.step(&mut seed);
    fork.step(&mut seed);
    assert_eq!(fork.run.cursor.status, RunStatus::Thinking);
    assert_eq!(fork.run.cursor.thoughts, 3);
}

#[test]
fn a_run_goes_on_with_another_model_or_with_none() {
    let mut sim = Sim::new(calls(20), Some(model()));
    varied(&mut sim, 4);
    sim.obey(&Command::Pause);
    let other = ruminate_types::ModelProfile { id: "ollama/other".into(), ..model() };
    sim.obey(&Command::Resume { model: ModelChange::Use(Box::new(other)) });
    assert_eq!(sim.run.cursor.model.as_ref().unwrap().id, "ollama/other");
    sim.obey(&Command::Pause);
    sim.obey(&Command::Resume { model: ModelChange::Native });
    sim.run_out(&mut |_| panic!("there is no model to ask"));
    assert_eq!(sim.run.cursor.status, RunStatus::Completed);
}

#[test]
fn a_final_prompt_that_is_always_too_long_still_ends_in_a_synthesis() {
    let mut sim = Sim::new(calls(30), Some(model()));
    sim.run_out(&mut |request| match request.purpose {
        Purpose::Final => EffectResult::Failed(EffectFailure::PromptTooLong { limit: None }),
        _ => seed(request),
    });
    assert_eq!(sim.run.cursor.status, RunStatus::Completed);
    assert!(syntheses(&sim).last().unwrap().extractive);
    let asked = sim.requests.iter().filter(|request| request.purpose == Purpose::Final).count();
    assert!(asked <= 5, "{asked} times");
}

#[test]
fn a_fork_spends_its_own_budget() {
    let mut sim = Sim::new(calls(10), Some(model()));
    sim.run_out(&mut seed);
    let spent = sim.run.cursor.spent.calls;
    let more = Budget { calls: Some(10), ..budget() };
    let (run, events) =
        ruminate_engine::fork(crate::sim::id(2), sim.events.clone(), Some(more), sim.now().at)
            .unwrap();
    let mut fork = Sim::of(run, events);
    fork.obey(&Command::Resume { model: ModelChange::Keep });
    fork.run_out(&mut seed);
    assert!(
        fork.run.cursor.spent.calls >= spent + 8,
        "{} after {spent}",
        fork.run.cursor.spent.calls
    );
}
