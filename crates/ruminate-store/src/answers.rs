//! What was answered before: completed runs, by what their questions ask.

use std::collections::HashMap;

use async_trait::async_trait;
use ruminate_types::ports::answers::{Answered, Answers};
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Confidence, Cursor, Owner, Payload, Policy, RunId, Verdict};
use rusqlite::{OptionalExtension, params};

use crate::fault::{Fault, Outcome};
use crate::reader::Lens;
use crate::runs::text;
use crate::{RunStore, json, sql};

/// Runs with the same question that are looked at.
const LOOKED_AT: u32 = 32;

#[async_trait]
impl Answers for RunStore {
    async fn answered(
        &self,
        owner: &Owner,
        key: &str,
        limit: u32,
    ) -> Result<Vec<Answered>, StoreError> {
        let (owner, key) = (owner.clone(), key.to_owned());
        self.readers.read(move |lens| lens.answered(&owner, &key, limit)).await
    }
}

/// What a run came to.
pub(crate) struct Given {
    pub(crate) answer: String,
    confidence: Confidence,
    /// It is not whole.
    is_cut: bool,
    /// The run whose answer was given again.
    repeats: Option<RunId>,
}

impl Lens {
    fn answered(&self, owner: &Owner, key: &str, limit: u32) -> Outcome<Vec<Answered>> {
        let runs =
            self.all(sql::SAME_QUESTION, params![owner.as_str(), key, LOOKED_AT], |row| {
                let run: RunId = json::parse("the id of a run", text(row, 0)?)?;
                let what = format_args!("run {run}");
                let cursor: Cursor = json::decode(what, text(row, 2)?)?;
                let policy: Policy = json::decode(what, text(row, 3)?)?;
                let at = json::timestamp(what, row.get(4)?)?;
                Ok((run, row.get::<_, String>(1)?, cursor.spent.calls, policy.mode, at))
            })?;
        let mut answered = Vec::new();
        // What is said about a repeat is said about what it repeats.
        let mut of_repeats: HashMap<RunId, Verdict> = HashMap::new();
        for (run_id, question, calls, mode, at) in runs {
            if answered.len() == limit as usize {
                break;
            }
            let Some(given) = self.given(run_id)? else { continue };
            let own = self.verdict(run_id)?;
            if let (Some(original), Some(verdict)) = (given.repeats, own) {
                of_repeats.entry(original).or_insert(verdict);
            }
            if let Given { answer, confidence, is_cut: false, .. } = given
                && calls > 0
                && self.rests_on_what_is_known(owner, run_id)?
            {
                let verdict = of_repeats.get(&run_id).copied().or(own);
                answered.push(Answered { run_id, question, answer, confidence, mode, at, verdict });
            }
        }
        Ok(answered)
    }

    /// Whether all that a run was told of what was learned is known still, as it was then. What was forgotten must not come
    /// back by what was thought about it.
    fn rests_on_what_is_known(&self, owner: &Owner, run: RunId) -> Outcome<bool> {
        let told = self.all(sql::TOLD, [run.to_string()], |row| {
            let payload: Payload = json::decode(format_args!("run {run}"), text(row, 0)?)?;
            Ok((payload, row.get::<_, i64>(1)?))
        })?;
        let mut learned = self.conn.prepare_cached(sql::LEARNED_AT)?;
        for (payload, told_at) in told {
            let known = match payload {
                Payload::Recalled(recalled) => recalled.recollections,
                Payload::Focus { known, .. } => known,
                _ => continue,
            };
            for cited in known.iter().flat_map(|one| &one.sources) {
                let at: Option<i64> = learned
                    .query_row([owner.as_str(), &cited.source_id], |row| row.get(0))
                    .optional()?;
                if at.is_none_or(|at| at > told_at) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The answer that a run gave.
    pub(crate) fn given(&self, run: RunId) -> Outcome<Option<Given>> {
        match self.newest(sql::ANSWER, run)? {
            None => Ok(None),
            Some(Payload::FinalSynthesis(given)) => Ok(Some(Given {
                answer: given.synthesis_text,
                confidence: given.confidence_level,
                is_cut: false,
                repeats: given.from_memory.and_then(|from| from.run_id),
            })),
            Some(Payload::AnswerFinal(given)) => Ok(Some(Given {
                answer: given.answer_text,
                confidence: given.confidence,
                is_cut: given.is_cut,
                repeats: given.from_memory.and_then(|from| from.run_id),
            })),
            Some(other) => {
                Err(Fault::Damaged(format!("the answer of run {run} is a {}", other.stage())))
            }
        }
    }

    fn verdict(&self, run: RunId) -> Outcome<Option<Verdict>> {
        Ok(match self.newest(sql::FEEDBACK, run)? {
            Some(Payload::Feedback { verdict, .. }) => Some(verdict),
            _ => None,
        })
    }

    fn newest(&self, statement: &str, run: RunId) -> Outcome<Option<Payload>> {
        let payload: Option<String> = self
            .conn
            .prepare_cached(statement)?
            .query_row([run.to_string()], |row| row.get(0))
            .optional()?;
        payload.map(|payload| json::decode(format_args!("run {run}"), &payload)).transpose()
    }
}
