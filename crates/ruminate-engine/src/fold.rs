//! A run is the fold of its events. Only where it stands in its pipeline (`cursor.step`,
//! `cursor.stage`) is not told by events: a fork begins its pipeline anew and lets every stage's
//! condition decide.

use ruminate_types::{
    Covers, Cursor, Ending, Event, Layer, LayerRef, ModelChange, Payload, QuestionId, Run,
    SubQuestion, Synthesis, Thought, ThoughtType,
};

use crate::tokens;

pub fn fold(run: &mut Run, event: &Event) {
    let cursor = &mut run.cursor;
    cursor.seq = event.seq;
    cursor.round = event.round;
    cursor.spent.add(event.elapsed_ms, &event.metrics);
    if let Some(latency) = event.metrics.latency_ms {
        // Rises at once, falls slowly: the ending must expect a slow call.
        cursor.slow_call_ms = latency.max(cursor.slow_call_ms * 9 / 10);
    }
    cursor.tokens_per_estimate = tokens::calibrated(cursor.tokens_per_estimate, &event.metrics);

    if let Some(status) = event.payload.status_after() {
        cursor.status = status;
        cursor.pause = None;
    }

    if let Some(ending) = Ending::of(&event.payload) {
        cursor.ending = Some(event.seq);
        run.ending = Some(ending);
    }

    match &event.payload {
        Payload::Created { model, conversation, .. } => {
            cursor.model = model.as_deref().cloned();
            run.conversation = conversation.clone();
        }
        Payload::Forked { budget, .. } => {
            // Who forks a run wants another answer than the one there is.
            run.policy.reuse = false;
            cursor.stage = None;
            cursor.ending = None;
            run.ending = None;
            cursor.step = 0;
            cursor.useless_steps = 0;
            cursor.barren_rounds = 0;
            cursor.spent_before = cursor.spent;
            run.policy.budget = *budget;
        }
        Payload::Started { model } => change_model(cursor, model),
        Payload::Paused { reason } => cursor.pause = Some(reason.clone()),
        Payload::Resumed { model } => {
            cursor.useless_steps = 0;
            cursor.barren_rounds = 0;
            change_model(cursor, model);
        }
        Payload::Recalled(recalled) => run.recalled = recalled.clone(),
        Payload::Focus { questions, known } => {
            run.at_hand = known.clone();
            cursor.focus = questions.clone();
            cursor.barren_rounds += 1;
        }
        Payload::Thought(thought) => take_thought(run, thought),
        Payload::Contradiction { .. } => {
            cursor.contradictions += 1;
            cursor.contradictions_since_synthesis += 1;
        }
        Payload::Explored { questions } => {
            for id in questions {
                take_explored(run, *id);
            }
        }
        Payload::Question(question) => {
            cursor.questions = cursor.questions.max(question.id.0);
            cursor.barren_rounds = 0;
            run.open.push(question.clone());
            run.open.sort_by_key(SubQuestion::precedence);
        }
        Payload::Reprioritised { changes } => {
            for change in changes {
                if let Some(open) = run.open.iter_mut().find(|open| open.id == change.id) {
                    open.priority = change.to;
                }
            }
            run.open.sort_by_key(SubQuestion::precedence);
        }
        Payload::Shelved { question_id } => run.open.retain(|open| open.id != *question_id),
        Payload::QuestionsAsked { .. } => cursor.thoughts_since_questions = 0,
        Payload::Digest { synthesis, covers } => take_digest(run, event.seq, synthesis, *covers),
        Payload::Synthesis(synthesis) => {
            cursor.syntheses = synthesis.sequence_number;
            cursor.uncovered = 0;
            cursor.insights_since_synthesis = 0;
            cursor.contradictions_since_synthesis = 0;
            cursor.last_synthesis_ms = event.elapsed_ms;
            push_layer(run, event.seq, 1, synthesis);
        }
        Payload::FinalSynthesis(synthesis) => cursor.syntheses = synthesis.sequence_number,
        Payload::AnswerFinal(_) => cursor.useless_steps = 0,
        Payload::Distilled(_) => cursor.undistilled = 0,
        Payload::StageFailed { .. } => {
            cursor.useless_steps += 1;
            // What was not heard may have been new.
            cursor.barren_rounds = cursor.barren_rounds.saturating_sub(1);
        }
        Payload::ModelAdjusted { structured, context_window } => {
            if let Some(model) = &mut cursor.model {
                model.structured = *structured;
                model.context_window = *context_window;
            }
        }
        Payload::Steered { .. }
        | Payload::Feedback { .. }
        | Payload::Completed
        | Payload::Cancelled => {}
    }
    trim(run);
}

fn change_model(cursor: &mut Cursor, change: &ModelChange) {
    let model = match change {
        ModelChange::Keep => return,
        ModelChange::Use(model) => Some((**model).clone()),
        ModelChange::Native => None,
    };
    cursor.model = model;
    cursor.tokens_per_estimate = Cursor::UNCALIBRATED;
    cursor.slow_call_ms = 0;
}

fn take_thought(run: &mut Run, thought: &Thought) {
    let cursor = &mut run.cursor;
    cursor.useless_steps = 0;
    cursor.barren_rounds = 0;
    cursor.thoughts += 1;
    cursor.uncovered += 1;
    cursor.undistilled += 1;
    cursor.thoughts_since_questions += 1;
    cursor.insights_since_synthesis += u32::from(thought.thought_type == ThoughtType::Insight);
    run.thoughts.push(thought.clone());
}

fn take_explored(run: &mut Run, id: QuestionId) {
    if let Some(index) = run.open.iter().position(|open| open.id == id) {
        let question = run.open.remove(index);
        run.explored.push(question);
    }
}

fn take_digest(run: &mut Run, seq: u64, synthesis: &Synthesis, covers: Covers) {
    run.cursor.digests = synthesis.sequence_number;
    match covers {
        Covers::Thoughts(count) => {
            run.cursor.uncovered = run.cursor.uncovered.saturating_sub(count);
            push_layer(run, seq, 1, synthesis);
        }
        Covers::Layers { from, count } => {
            let (from, until) = (from as usize, (from + count) as usize);
            let below = run.cursor.layers[from..until].iter().map(|layer| layer.level).max();
            let level = below.unwrap_or(0) + 1;
            run.cursor.layers.splice(from..until, [LayerRef { level, seq }]);
            run.layers.splice(from..until, [Layer { level, synthesis: synthesis.clone() }]);
        }
    }
}

fn push_layer(run: &mut Run, seq: u64, level: u32, synthesis: &Synthesis) {
    run.cursor.layers.push(LayerRef { level, seq });
    run.layers.push(Layer { level, synthesis: synthesis.clone() });
}

/// Keeps the window bounded: what a store loads for this cursor, and nothing more.
fn trim(run: &mut Run) {
    let window = Run::WINDOW.max(run.cursor.uncovered as usize);
    run.thoughts.drain(..run.thoughts.len().saturating_sub(window));
    run.explored.drain(..run.explored.len().saturating_sub(Run::EXPLORED));
}
