//! Taking up a run: the bounded part of it that the machine sees. Every statement here reads along an
//! index and stops after a number of rows that does not depend on how long the run is.

use ruminate_types::ports::store::StoreError;
use ruminate_types::{
    Cursor, Ending, Layer, LayerRef, Message, Payload, Recalled, Recollection, Run, RunId,
};
use ruminate_types::{SubQuestion, Synthesis, Thought};
use rusqlite::{OptionalExtension, Row, params};

use crate::fault::{Fault, Outcome};
use crate::reader::Lens;
use crate::runs::text;
use crate::{json, sql};

impl Lens {
    pub(crate) fn load(&self, run: RunId) -> Outcome<Run> {
        // One snapshot for all of it: a commit meanwhile shows in all parts or in none.
        let _snapshot = self.conn.unchecked_transaction()?;
        let (cursor, policy, question): (String, String, String) = self
            .conn
            .prepare_cached(sql::RUN)?
            .query_row([run.to_string()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?
            .ok_or(StoreError::NotFound(run))?;
        let what = format_args!("run {run}");
        let cursor: Cursor = json::decode(what, &cursor)?;
        Ok(Run {
            id: run,
            question,
            policy: json::decode(what, &policy)?,
            conversation: self.conversation_before(run)?,
            thoughts: self.newest_thoughts(run, &cursor)?,
            open: self.open_questions(run)?,
            explored: self.explored_last(run)?,
            layers: cursor
                .layers
                .iter()
                .map(|layer| self.layer(run, *layer))
                .collect::<Result<_, _>>()?,
            recalled: self.recalled(run)?,
            at_hand: self.at_hand(run)?,
            ending: cursor.ending.map(|seq| self.ending(run, seq)).transpose()?,
            cursor,
        })
    }

    /// What was said before the question.
    fn conversation_before(&self, run: RunId) -> Outcome<Vec<Message>> {
        let created =
            self.all(sql::CREATED, [run.to_string()], |row| match payload(run, row, 0)? {
                (_, Payload::Created { conversation, .. }) => Ok(conversation),
                (seq, other) => Err(misplaced(run, seq, &other)),
            })?;
        Ok(created.into_iter().flatten().collect())
    }

    fn newest_thoughts(&self, run: RunId, cursor: &Cursor) -> Outcome<Vec<Thought>> {
        let wanted = Run::WINDOW.max(cursor.uncovered as usize);
        let mut thoughts =
            self.all(sql::NEWEST_THOUGHTS, params![run.to_string(), wanted], |row| match payload(
                run, row, 0,
            )? {
                (_, Payload::Thought(thought)) => Ok(thought),
                (seq, other) => Err(misplaced(run, seq, &other)),
            })?;
        thoughts.reverse();
        Ok(thoughts)
    }

    fn open_questions(&self, run: RunId) -> Outcome<Vec<SubQuestion>> {
        let mut open =
            self.all(sql::OPEN_QUESTIONS, [run.to_string()], |row| question(run, row))?;
        open.sort_by_key(SubQuestion::precedence);
        Ok(open)
    }

    fn explored_last(&self, run: RunId) -> Outcome<Vec<SubQuestion>> {
        let parameters = params![run.to_string(), Run::EXPLORED];
        let mut explored = self.all(sql::EXPLORED_LAST, parameters, |row| question(run, row))?;
        explored.reverse();
        Ok(explored)
    }

    fn layer(&self, run: RunId, LayerRef { level, seq }: LayerRef) -> Outcome<Layer> {
        let synthesis: Synthesis = match self.payload(run, seq)? {
            Payload::Synthesis(synthesis)
            | Payload::FinalSynthesis(synthesis)
            | Payload::Digest { synthesis, .. } => synthesis,
            other => return Err(misplaced(run, seq, &other)),
        };
        Ok(Layer { level, synthesis })
    }

    fn recalled(&self, run: RunId) -> Outcome<Recalled> {
        let recalled = self.all(sql::NEWEST, params![run.to_string(), "recalled"], |row| {
            match payload(run, row, 0)? {
                (_, Payload::Recalled(recalled)) => Ok(recalled),
                (seq, other) => Err(misplaced(run, seq, &other)),
            }
        })?;
        Ok(recalled.into_iter().next().unwrap_or_default())
    }

    /// What is known about what the run looks at now.
    fn at_hand(&self, run: RunId) -> Outcome<Vec<Recollection>> {
        let known =
            self.all(sql::NEWEST, params![run.to_string(), "focus"], |row| {
                match payload(run, row, 0)? {
                    (_, Payload::Focus { known, .. }) => Ok(known),
                    (seq, other) => Err(misplaced(run, seq, &other)),
                }
            })?;
        Ok(known.into_iter().next().unwrap_or_default())
    }

    fn ending(&self, run: RunId, seq: u64) -> Outcome<Ending> {
        let payload = self.payload(run, seq)?;
        Ending::of(&payload).ok_or_else(|| misplaced(run, seq, &payload))
    }

    fn payload(&self, run: RunId, seq: u64) -> Outcome<Payload> {
        let text: String = self
            .conn
            .prepare_cached(sql::PAYLOAD)?
            .query_row(params![run.to_string(), seq], |row| row.get(0))
            .optional()?
            .ok_or_else(|| Fault::Damaged(format!("run {run} has no event {seq}")))?;
        json::decode(format_args!("run {run}, event {seq}"), &text)
    }
}

/// A question as it was asked, with the priority it has now.
fn question(run: RunId, row: &Row<'_>) -> Outcome<SubQuestion> {
    match payload(run, row, 1)? {
        (_, Payload::Question(asked)) => Ok(SubQuestion { priority: row.get(0)?, ..asked }),
        (seq, other) => Err(misplaced(run, seq, &other)),
    }
}

/// The number and payload of an event, from two columns.
fn payload(run: RunId, row: &Row<'_>, column: usize) -> Outcome<(u64, Payload)> {
    let seq = row.get(column)?;
    let payload = json::decode(format_args!("run {run}, event {seq}"), text(row, column + 1)?)?;
    Ok((seq, payload))
}

fn misplaced(run: RunId, seq: u64, payload: &Payload) -> Fault {
    Fault::Damaged(format!("run {run}, event {seq} is unexpectedly a {}", payload.stage()))
}
