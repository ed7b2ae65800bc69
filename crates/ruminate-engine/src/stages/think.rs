//! Three to five thoughts for each focus.

use ruminate_types::ports::model::{Finish, Purpose};
use ruminate_types::{Confidence, Effect, Payload, QuestionId, Run, Thought, ThoughtType};

use super::call::{Call, Form, prompt, recollections};
use crate::allowance::Part;
use crate::asked::{asked, brings_material};
use crate::claims::Claims;
use crate::log::Log;
use crate::native;
use crate::prompt::Keep;
use crate::reply::{self, ReadThought};
use crate::sentence;
use crate::stage::{Answer, Stage};

pub(crate) struct Think;

const TASK: &str = include_str!("../prompts/think.txt");
/// Told to begin with facts of a question that gives none, a small model tells that "the question gives two facts".
const FROM_ITSELF: &str = "each one a different concrete reason, cause, example or objection, and what follows \
                           from it for the answer";
const FROM_MATERIAL: &str = "first facts that the question gives, in its own words, then what follows from them, \
                             what speaks against them, or what they have to do with each other";
const FORM: Form = Form {
    text: include_str!("../prompts/think.format.txt"),
    json: include_str!("../prompts/think.format.json.txt"),
    schema: include_str!("../prompts/think.schema.json"),
};

impl Stage for Think {
    fn name(&self) -> &'static str {
        "think"
    }

    fn wants(&self, run: &Run) -> Vec<Effect> {
        let foci = &run.cursor.focus;
        // One of each in turn is asked for: a small model knows only one kind by itself.
        let kind = ThoughtType::ALL[run.cursor.round as usize % ThoughtType::ALL.len()];
        let way = if brings_material(&run.question) { FROM_MATERIAL } else { FROM_ITSELF };
        let call = Call { purpose: Purpose::Think, part: Part::Thinking, sharing: foci.len() };
        let effects: Option<Vec<Effect>> = foci
            .iter()
            .map(|focus| {
                let open = focus.and_then(|id| run.open.iter().find(|open| open.id == id));
                let about = open.map_or_else(
                    || asked(&run.question),
                    |question| question.question_text.clone(),
                );
                let prompt = prompt(run, TASK, 0)
                    .text("focus", &about)
                    .text("why", open.map_or("", |question| &question.why))
                    .text("kind", kind.as_str())
                    .text("way", way)
                    .lines("known", recollections(&run.at_hand), Keep::First);
                call.effect(run, prompt, &FORM)
            })
            .collect();
        // One for each focus or none at all: answers are told apart by their place.
        effects.unwrap_or_default()
    }

    fn absorb(&self, log: &mut Log<'_>, answers: Vec<Option<Answer>>) {
        let foci = log.run.cursor.focus.clone();
        let mut explored: Vec<QuestionId> = Vec::new();
        let mut repeated = 0;
        let mut is_answered = log.run.cursor.model.is_none();
        if log.run.cursor.model.is_none() {
            for focus in foci {
                let thoughts = native::thoughts(log.run, focus);
                repeated += write_thoughts(log, focus, thoughts, false);
                explored.extend(focus);
            }
        } else {
            for (focus, answer) in foci.into_iter().zip(answers) {
                let Some(Answer::Reply { text, finish }) = answer else { continue };
                repeated += read(log, focus, &text, finish);
                explored.extend(focus);
                is_answered = true;
            }
        }
        if !is_answered {
            return;
        }
        // Taken up again in this order when the run is loaded.
        explored.sort();
        let names: Vec<String> = explored.iter().map(QuestionId::to_string).collect();
        let mut summary =
            if names.is_empty() { "The question itself".to_owned() } else { names.join(", ") };
        if repeated > 0 {
            summary.push_str(&format!("; {repeated} said before and left out"));
        }
        log.write(Payload::Explored { questions: explored }, summary);
    }
}

/// From so many bytes on the schema may have ended a thought, and not the model: some small ones find no end.
const LONGEST: usize = 480;

/// Like [`write_thoughts`], for what a model wrote.
fn read(log: &mut Log<'_>, focus: Option<QuestionId>, reply: &str, finish: Finish) -> usize {
    let mut thoughts = reply::thoughts(reply);
    if thoughts.len() > 1 && finish != Finish::Stop {
        // Half a sentence, with a confidence that nobody gave it.
        thoughts.pop_if(|last| !sentence::is_whole(&last.text));
    }
    for thought in thoughts.iter_mut().filter(|thought| thought.text.len() >= LONGEST) {
        sentence::leave_whole(&mut thought.text);
    }
    if !thoughts.is_empty() {
        return write_thoughts(log, focus, thoughts, false);
    }
    // A form that was filled with nothing is no thought either.
    if reply::is_form(reply) {
        return 0;
    }
    let unread = ReadThought {
        text: reply::as_one_text(reply),
        kind: ThoughtType::Exploration,
        confidence: Confidence::UNSAID,
        contradicts: None,
    };
    write_thoughts(log, focus, vec![unread], true)
}

/// Writes down what is new, and says how many thoughts were not.
fn write_thoughts(
    log: &mut Log<'_>,
    focus: Option<QuestionId>,
    thoughts: Vec<ReadThought>,
    flagged: bool,
) -> usize {
    let mut repeated = 0;
    // Templates share their words, so natively nothing is taken for a denial or a repetition.
    let mut claims = log.run.cursor.model.is_some().then(|| Claims::of(log.run));
    for read in thoughts {
        if claims.as_ref().is_some_and(|claims| claims.hold(&read.text)) {
            repeated += 1;
            continue;
        }
        let sequence_number = log.run.cursor.thoughts;
        let thought = Thought {
            sequence_number,
            thought_text: read.text,
            thought_type: read.kind,
            confidence: read.confidence,
            time_offset_seconds: log.offset_seconds(),
            related_to_question_id: focus,
            flagged,
        };
        let contradicted =
            claims.as_mut().and_then(|claims| claims.add(&thought, read.contradicts));
        let summary = thought.thought_text.clone();
        log.write(Payload::Thought(thought), summary);
        if let Some(earlier) = contradicted {
            log.write(
                Payload::Contradiction { earlier, later: sequence_number },
                format!("Thought {sequence_number} contradicts thought {earlier}"),
            );
        }
    }
    repeated
}
