//! What was thought is told to the memory: now and then while thinking, so that a long run loses nothing, and
//! at the end, with how it ended. Then the run is complete.

use ruminate_types::{Effect, Experience, Learned, Payload, Run, Said, counted};

use crate::log::Log;
use crate::stage::{Answer, Stage, TimeLimit};

/// Tells what was thought since the last time.
pub(crate) struct Distil;

/// Tells the rest, and how it ended.
pub(crate) struct Close;

/// The memory is told so many thoughts at once.
const AT_ONCE: u32 = 16;

impl Stage for Distil {
    fn name(&self) -> &'static str {
        "distil"
    }

    fn when(&self, run: &Run) -> bool {
        run.policy.learn && run.cursor.model.is_some() && run.cursor.undistilled >= AT_ONCE
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        vec![Effect::Learn(experience(run))]
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        // Whatever came of it, these thoughts were told.
        let learned = learned(answers).unwrap_or_default();
        log.write(Payload::Distilled(learned), told(learned));
    }
}

impl Stage for Close {
    fn name(&self) -> &'static str {
        "close"
    }

    fn time_limit(&self, run: &Run) -> TimeLimit {
        TimeLimit::afterwards(run)
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        if !run.policy.learn {
            return Vec::new();
        }
        let mut experience = experience(run);
        if let Some(ending) = &run.ending {
            experience.outcome = Some(ending.confidence);
            if ending.is_a_models {
                let (text, confidence) = (ending.text.clone(), ending.confidence);
                experience.said.push(Said { id: "answer".to_owned(), text, confidence });
            }
        }
        vec![Effect::Learn(experience)]
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        if let Some(learned) = learned(answers).filter(|learned| *learned != Learned::default()) {
            log.write(Payload::Distilled(learned), told(learned));
        }
        log.write(Payload::Completed, "The question is answered");
    }
}

/// What the memory has not been told. Without a model it was the memory that spoke.
fn experience(run: &Run) -> Experience {
    let untold = match run.cursor.model {
        Some(_) => (run.cursor.undistilled as usize).min(run.thoughts.len()),
        None => 0,
    };
    let said =
        run.thoughts[run.thoughts.len() - untold..].iter().filter(|thought| !thought.flagged);
    Experience {
        question: run.question.clone(),
        said: said
            .map(|thought| Said {
                id: format!("t{}", thought.sequence_number),
                text: thought.thought_text.clone(),
                confidence: thought.confidence,
            })
            .collect(),
        outcome: None,
        is_own: run.policy.is_own,
    }
}

fn learned(answers: Vec<Option<Answer>>) -> Option<Learned> {
    match answers.into_iter().next() {
        Some(Some(Answer::Learned(learned))) => Some(learned),
        _ => None,
    }
}

/// "Kept in memory: 2 facts, 1 open question"
fn told(Learned { facts, gaps, reflexes }: Learned) -> String {
    let to_be_approved = format!("{} to be approved", counted(reflexes, "reflex"));
    let kept: Vec<String> = [
        (facts, counted(facts, "fact")),
        (gaps, counted(gaps, "open question")),
        (reflexes, to_be_approved),
    ]
    .into_iter()
    .filter_map(|(count, told)| (count > 0).then_some(told))
    .collect();
    match kept.is_empty() {
        true => "Nothing new for the memory".to_owned(),
        false => format!("Kept in memory: {}", kept.join(", ")),
    }
}
