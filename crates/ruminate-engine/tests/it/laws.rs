//! What holds for every run, whatever a model answers and whenever somebody interferes.

use proptest::prelude::*;
use ruminate_engine as engine;
use ruminate_types::ModelChange;
use ruminate_types::ports::model::{ModelRequest, Purpose};
use ruminate_types::tokens::estimate;
use ruminate_types::{
    Budget, Command, EffectFailure, EffectResult, Event, Message, ModelProfile, Payload, Policy,
    Role, Run, RunStatus, Verdict,
};

use crate::sim::{Sim, budget, id, model, reply, unavailable, useless};

/// One thing a model may do.
#[derive(Clone, Debug)]
enum Answer {
    Well { count: usize, insight: bool },
    Structured { contradicts: Option<u32> },
    Prose,
    Empty,
    Long,
    Useless,
    Unavailable,
    SchemaRefused,
    TooLong,
}

fn answers() -> impl Strategy<Value = Vec<Answer>> {
    let one = prop_oneof![
        8 => (1..7usize, any::<bool>()).prop_map(|(count, insight)| Answer::Well { count, insight }),
        4 => proptest::option::of(0..40u32).prop_map(|contradicts| Answer::Structured { contradicts }),
        1 => Just(Answer::Prose),
        1 => Just(Answer::Empty),
        1 => Just(Answer::Long),
        1 => Just(Answer::Useless),
        1 => Just(Answer::Unavailable),
        1 => Just(Answer::SchemaRefused),
        1 => Just(Answer::TooLong),
    ];
    proptest::collection::vec(one, 1..40)
}

fn budgets() -> impl Strategy<Value = Budget> {
    let limits = (
        proptest::option::of(1_000..600_000u64),
        proptest::option::of(500..200_000u64),
        1..120u64,
        proptest::option::of(2_000..4_000_000u64),
        prop_oneof![Just(0.0), Just(0.15), Just(0.5)],
    );
    limits.prop_map(|(wall_ms, tokens, calls, micro_usd, reserve)| Budget {
        wall_ms,
        tokens,
        // One limit always binds, or a run would never end.
        calls: Some(calls),
        micro_usd,
        reserve,
    })
}

fn policies() -> impl Strategy<Value = Policy> {
    (budgets(), 1..5u32, 1..8u32, 0..4u32).prop_map(|(budget, parallel, every, insights)| {
        let mut policy = Policy::extended(budget);
        policy.parallel = parallel;
        policy.questions_every = every;
        policy.synthesis.after_insights = insights;
        policy.synthesis.every_ms = 30_000;
        policy
    })
}

fn profiles() -> impl Strategy<Value = Option<ModelProfile>> {
    let profile =
        (prop_oneof![Just(1024u32), Just(2048), Just(8192), Just(200_000)], any::<bool>())
            .prop_map(|(context_window, structured)| {
                Some(ModelProfile { context_window, structured, ..model() })
            });
    prop_oneof![9 => profile, 1 => Just(None)]
}

fn fast_policies() -> impl Strategy<Value = Policy> {
    (budgets(), any::<bool>()).prop_map(|(budget, recall)| {
        let mut policy = Policy::fast(budget);
        policy.recall = recall;
        policy
    })
}

fn conversations() -> impl Strategy<Value = Vec<Message>> {
    let role =
        prop_oneof![1 => Just(Role::System), 4 => Just(Role::User), 4 => Just(Role::Assistant)];
    let content = prop_oneof![
        4 => "[a-z \n]{0,80}",
        1 => (1..400usize).prop_map(|times| "said at length, ".repeat(times)),
    ];
    let message = (role, content).prop_map(|(role, content)| Message { role, content });
    prop_oneof![1 => Just(Vec::new()), 2 => proptest::collection::vec(message, 0..12)]
}

struct Script {
    answers: Vec<Answer>,
    next: usize,
}

impl Script {
    fn answer(&mut self, request: &ModelRequest) -> EffectResult {
        let n = self.next;
        self.next += 1;
        match &self.answers[n % self.answers.len()] {
            Answer::Well { count, insight } => {
                reply(request, &well(request.purpose, n, *count, *insight))
            }
            Answer::Structured { contradicts } => {
                reply(request, &structured(request.purpose, n, *contradicts))
            }
            Answer::Prose => reply(request, "I am not sure what to say about this."),
            Answer::Empty => reply(request, "  \n"),
            Answer::Long => reply(request, &format!("THOUGHT: {}\n", "deep water ".repeat(2000))),
            Answer::Useless => useless(),
            Answer::Unavailable => unavailable(),
            Answer::SchemaRefused => EffectResult::Failed(EffectFailure::SchemaRefused),
            Answer::TooLong => EffectResult::Failed(EffectFailure::PromptTooLong { limit: None }),
        }
    }
}

fn well(purpose: Purpose, n: usize, count: usize, insight: bool) -> String {
    let kind = if insight { "insight" } else { "exploration" };
    match purpose {
        Purpose::Think => (0..count)
            .map(|i| {
                format!("THOUGHT: idea{n} about part{i}\nTYPE: {kind}\nCONFIDENCE: 0.{i}\n---\n")
            })
            .collect(),
        Purpose::Question => (0..count)
            .map(|i| {
                format!(
                    "QUESTION: what of thing{n} in place{i}?\nPRIORITY: {}\nWHY: so\n---\n",
                    1 + (n + i) % 10
                )
            })
            .chain([format!("PRIORITY Q{}: {}\n", 1 + n % 9, 1 + n % 10)])
            .collect(),
        Purpose::Solve => format!("Number {n}"),
        Purpose::Answer => format!("It is so{n}.\n\nCONFIDENCE: 0.{count}"),
        _ => format!(
            "SYNTHESIS: so far {n}\nINSIGHTS:\n- one\nCONFIDENCE: 0.{}\nREMAINING:\n- more",
            n % 10
        ),
    }
}

fn structured(purpose: Purpose, n: usize, contradicts: Option<u32>) -> String {
    match purpose {
        Purpose::Think => serde_json::json!({"thoughts": [
            {"thought": format!("notion{n} of water"), "type": "connection", "confidence": 0.5, "contradicts": contradicts},
            {"thought": format!("notion{n} of fire"), "type": "critique", "confidence": 0.4, "contradicts": null},
        ]}),
        Purpose::Question => serde_json::json!({"questions": [
            {"question": format!("how is item{n} made?"), "why": "unknown", "priority": 6}], "priorities": []}),
        _ => serde_json::json!({"synthesis": format!("view {n}"), "insights": [], "confidence": 0.5, "remaining": []}),
    }
    .to_string()
}

/// What a run has besides where it stands in its pipeline.
fn without_position(run: &Run) -> Run {
    let mut run = run.clone();
    run.cursor.step = 0;
    run.cursor.stage = None;
    run
}

fn refold(events: &[Event]) -> Run {
    let Payload::Created { original_question, policy, model, conversation } = &events[0].payload
    else {
        panic!()
    };
    let now = engine::Now { at: events[0].at, elapsed_ms: 0 };
    let model = model.as_deref().cloned();
    let (mut run, _) = engine::create(
        id(1),
        original_question,
        conversation.clone(),
        (**policy).clone(),
        model,
        now,
    );
    events[1..].iter().for_each(|event| engine::fold(&mut run, event));
    run
}

fn check_numbers(events: &[Event]) {
    let seqs: Vec<u64> = events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>(), "events are gapless");
    assert!(events.is_sorted_by_key(|event| event.elapsed_ms), "time never goes back");
    let numbers = |pick: &dyn Fn(&Payload) -> Option<u32>| -> Vec<u32> {
        events.iter().filter_map(|event| pick(&event.payload)).collect()
    };
    let thoughts =
        numbers(&|p| if let Payload::Thought(t) = p { Some(t.sequence_number) } else { None });
    assert_eq!(thoughts, (0..thoughts.len() as u32).collect::<Vec<_>>(), "thoughts are gapless");
    let questions = numbers(&|p| if let Payload::Question(q) = p { Some(q.id.0) } else { None });
    assert_eq!(
        questions,
        (1..=questions.len() as u32).collect::<Vec<_>>(),
        "questions are gapless"
    );
    let syntheses = numbers(&|p| match p {
        Payload::Synthesis(s) | Payload::FinalSynthesis(s) => Some(s.sequence_number),
        _ => None,
    });
    assert_eq!(
        syntheses,
        (1..=syntheses.len() as u32).collect::<Vec<_>>(),
        "syntheses are gapless"
    );
}

fn check_budget(sim: &Sim) {
    let (budget, spent) = (&sim.run.policy.budget, sim.run.cursor.spent_here());
    assert!(budget.calls.is_none_or(|most| spent.calls <= most), "{budget:?} {spent:?}");
    assert!(budget.tokens.is_none_or(|most| spent.tokens <= most), "{budget:?} {spent:?}");
    assert!(budget.micro_usd.is_none_or(|most| spent.micro_usd <= most), "{budget:?} {spent:?}");
    // The driver cuts calls at the wall clock; here each takes its second, and one that was refused is
    // asked again.
    let calls = 2 + sim.count("model_adjusted") as u64;
    let over = |wall: u64| spent.elapsed_ms <= wall + calls * sim.call_ms;
    assert!(budget.wall_ms.is_none_or(over), "{budget:?} {spent:?}");
}

fn check_prompts(sim: &Sim) {
    for request in &sim.requests {
        let size = estimate(&request.system) + estimate(&request.prompt);
        let window = u64::from(request.context_window);
        assert!(size + u64::from(request.max_tokens) <= window, "{size} tokens into {window}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_run_ends_within_its_budget(
        policy in policies(),
        profile in profiles(),
        conversation in conversations(),
        answers in answers(),
        steer_at in proptest::option::of(0..30usize),
        pause_at in proptest::option::of(0..30usize),
    ) {
        let mut sim = Sim::following(conversation, "What is consciousness?", policy, profile);
        let mut script = Script { answers, next: 0 };
        for n in 0..60 {
            if steer_at == Some(n) {
                sim.obey(&Command::Steer { text: "look at animals too".into() });
            }
            if pause_at == Some(n) {
                sim.obey(&Command::Pause);
                sim.obey(&Command::Resume { model: ModelChange::Keep });
            }
            sim.step(&mut |request| script.answer(request));
            // At any moment, the events alone give the same run.
            if n % 5 == 0 {
                prop_assert_eq!(without_position(&refold(&sim.events)), without_position(&sim.run));
            }
        }
        // A script of nothing but refusals would pause for ever.
        script.answers.push(Answer::Well { count: 3, insight: false });
        sim.run_out(&mut |request| script.answer(request));

        prop_assert_eq!(sim.run.cursor.status, RunStatus::Completed);
        prop_assert_eq!(sim.count("final_synthesis"), 1);
        check_numbers(&sim.events);
        check_budget(&sim);
        check_prompts(&sim);
    }

    #[test]
    fn every_run_that_answers_at_once_does_so_within_its_budget(
        policy in fast_policies(),
        profile in profiles(),
        conversation in conversations(),
        answers in answers(),
        pause_at in proptest::option::of(0..3usize),
    ) {
        let has_model = profile.is_some();
        let mut sim = Sim::following(conversation, "What is consciousness?", policy, profile);
        let mut script = Script { answers, next: 0 };
        for n in 0..4 {
            sim.obey(&Command::Steer { text: "look at animals too".into() });
            if pause_at == Some(n) {
                sim.obey(&Command::Pause);
                sim.obey(&Command::Resume { model: ModelChange::Keep });
            }
            sim.step(&mut |request| script.answer(request));
            prop_assert_eq!(without_position(&refold(&sim.events)), without_position(&sim.run));
        }
        script.answers.push(Answer::Well { count: 3, insight: false });
        sim.run_out(&mut |request| script.answer(request));
        sim.obey(&Command::Feedback { verdict: Verdict::Right, note: None });

        prop_assert_eq!(sim.run.cursor.status, RunStatus::Completed);
        prop_assert_eq!((sim.count("answer_final"), sim.count("feedback")), (1, 1));
        prop_assert_eq!(without_position(&refold(&sim.events)), without_position(&sim.run));
        prop_assert!(sim.requests.iter().all(|request| request.schema.is_none()));
        prop_assert!(has_model || sim.requests.is_empty());
        check_numbers(&sim.events);
        check_budget(&sim);
        check_prompts(&sim);
    }

    #[test]
    fn a_replay_equals_the_first_run(
        policy in prop_oneof![policies(), fast_policies()],
        profile in profiles(),
        conversation in conversations(),
        answers in answers(),
    ) {
        let runs: Vec<Vec<Event>> = (0..2).map(|_| {
            let question = "What is consciousness?";
            let mut sim =
                Sim::following(conversation.clone(), question, policy.clone(), profile.clone());
            let mut script = Script { answers: answers.clone(), next: 0 };
            for _ in 0..80 {
                sim.step(&mut |request| script.answer(request));
            }
            sim.events
        }).collect();
        prop_assert_eq!(&runs[0], &runs[1]);
    }

    #[test]
    fn a_run_can_be_forked_at_any_event(
        begin in prop_oneof![3 => Just(Policy::extended as fn(Budget) -> Policy), 1 => Just(Policy::fast as fn(Budget) -> Policy)],
        answers in answers(),
        cut in any::<prop::sample::Index>(),
    ) {
        let limit = Budget { calls: Some(30), ..budget() };
        let mut sim = Sim::new(begin(limit), Some(model()));
        let mut script = Script { answers, next: 0 };
        script.answers.push(Answer::Well { count: 3, insight: true });
        sim.run_out(&mut |request| script.answer(request));
        let at = cut.index(sim.events.len());
        let history = sim.events[..=at].to_vec();

        let more = Budget { calls: Some(60), ..budget() };
        let now = sim.events[at].at;
        let (run, events) = engine::fork(id(2), history.clone(), Some(more), now).unwrap();
        prop_assert_eq!(run.cursor.status, RunStatus::Created);
        let all = [history, events].concat();
        let mut fork = Sim::of(run, all);
        fork.obey(&Command::Resume { model: ModelChange::Keep });
        fork.run_out(&mut |request| script.answer(request));
        prop_assert_eq!(fork.run.cursor.status, RunStatus::Completed);
        check_numbers(&fork.events);
        check_budget(&fork);
    }
}
