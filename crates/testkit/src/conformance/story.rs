//! A run that is being told: events with their numbers, the cursor that counts them, and what a store
//! must make of it all. The model keeps everything and is plain; a store keeps a window and is not.

use jiff::{Timestamp, ToSpan};
use ruminate_types::event::PriorityChange;
use ruminate_types::ports::store::{Commit, NewRun};
use ruminate_types::{Because, Message, ModelChange, Owner};
use ruminate_types::{
    Budget, Confidence, Covers, Cursor, Ending, Event, Grounds, Layer, LayerRef, Metrics, Origin,
    Payload, Policy, QuestionId, Run, RunId, RunStatus, SubQuestion, Synthesis, SynthesisKind,
    Thought, ThoughtType,
};

use super::new_run_id;

#[derive(Clone, Debug)]
pub struct Story {
    pub cursor: Cursor,
    id: RunId,
    history: Option<(RunId, u64)>,
    events: Vec<Event>,
    /// How many of the events the store was given.
    told: usize,
}

const QUESTION: &str = "Why is the sky dark at night?";

impl Story {
    /// A run that was created and has started.
    pub fn begin() -> Self {
        Self::begin_as(new_run_id(), Vec::new())
    }

    /// The same, after something was said.
    pub fn begin_after(conversation: Vec<Message>) -> Self {
        Self::begin_as(new_run_id(), conversation)
    }

    fn begin_as(id: RunId, conversation: Vec<Message>) -> Self {
        let mut story = Self { cursor: cursor(), id, history: None, events: Vec::new(), told: 0 };
        story.tell(Payload::Created {
            original_question: QUESTION.to_owned(),
            policy: Box::new(policy()),
            model: None,
            conversation,
        });
        story.cursor.status = RunStatus::Thinking;
        story.tell(Payload::Started { model: ModelChange::Keep });
        story
    }

    pub fn id(&self) -> RunId {
        self.id
    }

    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// A new beginning of a run with the same id.
    pub fn reborn(&self) -> Self {
        Self::begin_as(self.id, Vec::new())
    }

    /// Another run with the first `upto` events of this one.
    pub fn fork(&self, upto: u64) -> Self {
        let mut fork = Self {
            cursor: cursor(),
            id: new_run_id(),
            history: Some((self.id, upto)),
            events: Vec::new(),
            told: upto as usize,
        };
        fork.cursor.status = self.cursor.status;
        for event in &self.events[..upto as usize] {
            fork.count(&event.payload);
            fork.events.push(Event { run_id: fork.id, ..event.clone() });
        }
        fork.tell(Payload::Forked { from: self.id, seq: upto, budget: policy().budget });
        fork
    }

    pub fn tell(&mut self, payload: Payload) -> &mut Self {
        self.count(&payload);
        let seq = self.cursor.seq;
        self.events.push(Event {
            seq,
            run_id: self.id,
            at: Timestamp::constant(1_790_000_000, 0) + (seq as i64 * 17).milliseconds(),
            elapsed_ms: seq * 17,
            round: 1 + (seq / 10) as u32,
            summary: format!("{}, number {seq}", payload.stage()),
            metrics: Metrics { latency_ms: Some(seq), confidence: Some(0.1), ..Metrics::default() },
            payload,
        });
        self
    }

    fn count(&mut self, payload: &Payload) {
        let cursor = &mut self.cursor;
        cursor.seq += 1;
        match payload {
            Payload::Thought(_) => {
                cursor.thoughts += 1;
                cursor.uncovered += 1;
            }
            Payload::Question(_) => cursor.questions += 1,
            Payload::Synthesis(_) => {
                cursor.syntheses += 1;
                cursor.uncovered = 0;
                cursor.layers.push(LayerRef { level: 0, seq: cursor.seq });
            }
            Payload::Digest { .. } => {
                cursor.digests += 1;
                let below = cursor.layers.iter().map(|layer| layer.level).max();
                let level = below.unwrap_or(0) + 1;
                cursor.layers = vec![LayerRef { level, seq: cursor.seq }];
            }
            payload if Ending::of(payload).is_some() => cursor.ending = Some(cursor.seq),
            _ => {}
        }
    }

    pub fn think(&mut self) -> &mut Self {
        let number = self.cursor.thoughts;
        self.tell(Payload::Thought(Thought {
            sequence_number: number,
            thought_text: format!("Thought {number}: the stars are many — “too many”?\n\0"),
            thought_type: ThoughtType::ALL[number as usize % 4],
            confidence: Confidence::new(f64::from(number % 10) / 10.0 + 0.05),
            time_offset_seconds: 0.1 + f64::from(number) / 3.0,
            related_to_question_id: None,
            flagged: number.is_multiple_of(7),
        }))
    }

    pub fn ask(&mut self, priority: u8, origin: Origin) -> QuestionId {
        let id = QuestionId(self.cursor.questions + 1);
        self.tell(Payload::Question(SubQuestion {
            id,
            parent_id: None,
            question_text: format!("What of {id}?"),
            priority,
            why: "It matters.".to_owned(),
            origin,
            time_offset_seconds: 1.7,
        }));
        id
    }

    pub fn reprioritise(&mut self, id: QuestionId, from: u8, to: u8) -> &mut Self {
        self.tell(Payload::Reprioritised { changes: vec![PriorityChange { id, from, to }] })
    }

    pub fn explore(&mut self, questions: impl IntoIterator<Item = QuestionId>) -> &mut Self {
        self.tell(Payload::Explored { questions: questions.into_iter().collect() })
    }

    pub fn shelve(&mut self, question_id: QuestionId) -> &mut Self {
        self.tell(Payload::Shelved { question_id })
    }

    pub fn synthesize(&mut self) -> &mut Self {
        let synthesis = synthesis(self.cursor.syntheses + 1, SynthesisKind::Interim);
        self.tell(Payload::Synthesis(synthesis))
    }

    /// All layers become one.
    pub fn digest(&mut self) -> &mut Self {
        let synthesis = synthesis(self.cursor.digests + 1, SynthesisKind::Digest);
        let covers = Covers::Layers { from: 0, count: self.cursor.layers.len() as u32 };
        self.tell(Payload::Digest { synthesis, covers })
    }

    /// The run, created with what was told so far.
    pub fn take_new_run(&mut self) -> NewRun {
        NewRun {
            history: self.history,
            run: self.as_loaded(),
            events: self.take_events(),
            owner: Owner::local(),
            conversation: None,
            at_most: None,
            question_key: None,
        }
    }

    /// What was told since the last time.
    pub fn take_commit(&mut self) -> Commit {
        let cursor = Some(self.cursor.clone());
        Commit { events: self.take_events(), cursor, ..Commit::default() }
    }

    fn take_events(&mut self) -> Vec<Event> {
        let fresh = self.events[self.told..].to_vec();
        self.told = self.events.len();
        fresh
    }

    /// What a store must load after all of this.
    pub fn as_loaded(&self) -> Run {
        let payloads = || self.events.iter().map(|event| &event.payload);
        let thoughts: Vec<Thought> = payloads()
            .filter_map(|payload| match payload {
                Payload::Thought(thought) => Some(thought.clone()),
                _ => None,
            })
            .collect();
        let at_hand = Run::WINDOW.max(self.cursor.uncovered as usize);
        let (open, explored) = questions(payloads());
        Run {
            id: self.id,
            question: QUESTION.to_owned(),
            policy: policy(),
            cursor: self.cursor.clone(),
            conversation: payloads()
                .find_map(|payload| match payload {
                    Payload::Created { conversation, .. } => Some(conversation.clone()),
                    _ => None,
                })
                .unwrap_or_default(),
            thoughts: thoughts[thoughts.len().saturating_sub(at_hand)..].to_vec(),
            open,
            explored: explored[explored.len().saturating_sub(Run::EXPLORED)..].to_vec(),
            layers: self.cursor.layers.iter().map(|layer| self.layer(layer)).collect(),
            recalled: payloads()
                .find_map(|payload| match payload {
                    Payload::Recalled(recalled) => Some(recalled.clone()),
                    _ => None,
                })
                .unwrap_or_default(),
            at_hand: payloads()
                .rev()
                .find_map(|payload| match payload {
                    Payload::Focus { known, .. } => Some(known.clone()),
                    _ => None,
                })
                .unwrap_or_default(),
            ending: self
                .cursor
                .ending
                .and_then(|seq| Ending::of(&self.events[seq as usize - 1].payload)),
        }
    }

    fn layer(&self, LayerRef { level, seq }: &LayerRef) -> Layer {
        match &self.events[*seq as usize - 1].payload {
            Payload::Synthesis(synthesis) | Payload::Digest { synthesis, .. } => {
                Layer { level: *level, synthesis: synthesis.clone() }
            }
            other => panic!("event {seq} is a {}", other.stage()),
        }
    }
}

/// Open questions by precedence, and explored ones in the order in which they were explored.
fn questions<'a>(
    payloads: impl Iterator<Item = &'a Payload>,
) -> (Vec<SubQuestion>, Vec<SubQuestion>) {
    let mut open: Vec<SubQuestion> = Vec::new();
    let mut explored: Vec<SubQuestion> = Vec::new();
    for payload in payloads {
        match payload {
            Payload::Question(question) => open.push(question.clone()),
            Payload::Reprioritised { changes } => {
                for question in &mut open {
                    let change = changes.iter().rfind(|change| change.id == question.id);
                    question.priority = change.map_or(question.priority, |change| change.to);
                }
            }
            Payload::Explored { questions } => {
                let (mut taken, rest): (Vec<_>, Vec<_>) =
                    open.into_iter().partition(|question| questions.contains(&question.id));
                taken.sort_by_key(|question| question.id);
                open = rest;
                explored.extend(taken);
            }
            Payload::Shelved { question_id } => open.retain(|question| question.id != *question_id),
            _ => {}
        }
    }
    open.sort_by_key(SubQuestion::precedence);
    (open, explored)
}

pub fn synthesis(sequence_number: u32, kind: SynthesisKind) -> Synthesis {
    Synthesis {
        sequence_number,
        kind,
        synthesis_text: format!("So far, {sequence_number}."),
        key_insights: vec!["The universe is young.".to_owned()],
        confidence_level: Confidence::new(0.7),
        grounds: Grounds { self_report: Some(Confidence::new(0.9)), ..Grounds::default() },
        remaining_questions: vec!["How young?".to_owned()],
        time_offset_seconds: 2.0 / 3.0,
        because: Because::Time,
        extractive: false,
        from_memory: None,
    }
}

pub fn policy() -> Policy {
    let limits = Budget {
        wall_ms: Some(60_000),
        tokens: None,
        calls: Some(9),
        micro_usd: None,
        reserve: 0.15,
    };
    Policy::extended(limits)
}

/// With values that a careless codec would lose.
fn cursor() -> Cursor {
    Cursor {
        step: 1,
        round: 1,
        focus: vec![None],
        tokens_per_estimate: 1.0 / 3.0,
        ..Cursor::default()
    }
}
