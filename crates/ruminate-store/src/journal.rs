//! Writing runs: the port, and the statements behind each method.

use async_trait::async_trait;
use ruminate_types::ports::store::{Commit, Intent, Journal, Lease, NewRun, StoreError};
use ruminate_types::{CallKey, EffectResult, Event, Owner, RunId, RunSource};
use rusqlite::params;

use crate::fault::{Fault, Outcome};
use crate::writer::Pen;
use crate::{RunStore, json, questions, runs, sql};

#[async_trait]
impl Journal for RunStore {
    async fn create(&self, new: NewRun) -> Result<(), StoreError> {
        self.writer.write(move |pen| pen.create(&new)).await
    }

    async fn commit(&self, lease: &Lease, commit: Commit) -> Result<(), StoreError> {
        let lease = *lease;
        self.writer.write(move |pen| pen.commit(&lease, &commit)).await
    }

    async fn delete(&self, lease: &Lease) -> Result<(), StoreError> {
        let lease = *lease;
        self.writer
            .write(move |pen| {
                pen.is_to_be_wiped = true;
                pen.delete(&lease)
            })
            .await
    }
}

impl Pen {
    fn create(&self, new: &NewRun) -> Outcome<()> {
        let NewRun { run, events, history, owner, conversation, at_most, question_key } = new;
        let copied = history.map_or(0, |(_, upto)| upto);
        check_events(run.id, events, run.cursor.seq)?;
        if events.first().is_none_or(|first| first.seq != copied + 1) {
            return Err(Fault::misused(run.id, format!("it must begin with event {}", copied + 1)));
        }
        self.check_room(owner, *at_most)?;
        if let Some(conversation) = conversation {
            self.conversation(*conversation, owner)?;
        }
        let id = run.id.to_string();
        let inserted = self.conn.prepare_cached(sql::INSERT_RUN)?.execute(params![
            id,
            run.cursor.status.as_str(),
            run.cursor.seq,
            self.now().as_millisecond(),
            json::encode(&run.cursor)?,
            json::encode(&run.policy)?,
            run.question,
            owner.as_str(),
            conversation.map(|id| id.to_string()),
            question_key,
        ])?;
        if inserted == 0 {
            return Err(StoreError::AlreadyExists { run: run.id }.into());
        }
        if let Some((from, upto)) = history {
            self.copy_history(&id, *from, *upto)?;
        }
        self.append(&id, events)
    }

    fn check_room(&self, owner: &Owner, at_most: Option<u32>) -> Outcome<()> {
        let Some(limit) = at_most else { return Ok(()) };
        if runs::under_way(&self.conn, owner)? < limit {
            return Ok(());
        }
        Err(StoreError::TooManyRuns { owner: owner.clone(), limit }.into())
    }

    fn copy_history(&self, run: &str, from: RunId, upto: u64) -> Outcome<()> {
        let copied = self.conn.prepare_cached(sql::COPY_EVENTS)?.execute(params![
            run,
            from.to_string(),
            upto
        ])?;
        if copied as u64 != upto {
            return Err(StoreError::NotFound(from).into());
        }
        questions::rebuild(&self.conn, run)
    }

    fn append(&self, run: &str, events: &[Event]) -> Outcome<()> {
        let mut insert = self.conn.prepare_cached(sql::INSERT_EVENT)?;
        for event in events {
            insert.execute(params![
                run,
                event.seq,
                event.payload.stage(),
                event.at.as_millisecond(),
                event.elapsed_ms,
                event.round,
                json::encode(&event.metrics)?,
                event.summary,
                json::encode(&event.payload)?,
            ])?;
            questions::project(&self.conn, run, event.seq, &event.payload)?;
        }
        Ok(())
    }

    fn commit(&self, lease: &Lease, commit: &Commit) -> Outcome<()> {
        let run = lease.run_id.to_string();
        self.advance(lease, &run, commit)?;
        self.append(&run, &commit.events)?;
        for intent in &commit.intents {
            self.issue(lease, &run, intent)?;
        }
        for (key, result) in &commit.results {
            self.answer(lease, &run, key, result)?;
        }
        for command in &commit.obeyed {
            self.conn.prepare_cached(sql::OBEY_COMMAND)?.execute(params![command.0, run])?;
        }
        Ok(())
    }

    /// Checks and writes the run's row in one statement, so that no claim can come between.
    fn advance(&self, lease: &Lease, run: &str, commit: &Commit) -> Outcome<()> {
        let (worker, now) = (lease.worker.to_string(), self.now().as_millisecond());
        let advanced = if let Some(cursor) = &commit.cursor {
            check_events(lease.run_id, &commit.events, cursor.seq)?;
            self.conn.prepare_cached(sql::ADVANCE)?.execute(params![
                cursor.status.as_str(),
                cursor.seq,
                json::encode(cursor)?,
                now,
                run,
                worker,
                lease.token,
                cursor.seq - commit.events.len() as u64,
            ])?
        } else {
            if !commit.events.is_empty() {
                return Err(Fault::misused(lease.run_id, "its events come without their cursor"));
            }
            self.conn.prepare_cached(sql::TOUCH)?.execute(params![now, run, worker, lease.token])?
        };
        if advanced == 0 { Err(lost(lease)) } else { Ok(()) }
    }

    fn issue(&self, lease: &Lease, run: &str, intent: &Intent) -> Outcome<()> {
        check_key(lease, &intent.key)?;
        self.conn.prepare_cached(sql::ISSUE_CALL)?.execute(params![
            run,
            intent.key.step,
            intent.key.index,
            intent.hash.0,
            intent.purpose,
            self.now().as_millisecond(),
        ])?;
        Ok(())
    }

    fn answer(
        &self,
        lease: &Lease,
        run: &str,
        key: &CallKey,
        result: &EffectResult,
    ) -> Outcome<()> {
        check_key(lease, key)?;
        let answered = self.conn.prepare_cached(sql::ANSWER_CALL)?.execute(params![
            self.now().as_millisecond(),
            json::encode(result)?,
            run,
            key.step,
            key.index,
        ])?;
        if answered == 0 {
            let call =
                format!("call {} of step {} has a result but no intent", key.index, key.step);
            return Err(Fault::misused(lease.run_id, call));
        }
        Ok(())
    }

    fn delete(&self, lease: &Lease) -> Outcome<()> {
        let owner = self.delete_run(lease)?;
        self.forget_what_passed_in(lease.run_id)?;
        // Nobody learned from a run whose owner cannot be read; it can be thrown away all the same.
        let Some(owner) = owner else { return Ok(()) };
        let taught = RunSource(lease.run_id).to_string();
        self.forget_source(&owner, &taught)?;
        self.reject_candidates(&owner, &taught)
    }

    /// Tells whose it was, as far as that can be read.
    fn delete_run(&self, lease: &Lease) -> Outcome<Option<Owner>> {
        let mut delete = self.conn.prepare_cached(sql::DELETE_RUN)?;
        let mut rows = delete.query(params![
            lease.run_id.to_string(),
            lease.worker.to_string(),
            lease.token,
        ])?;
        let deleted = rows.next()?.ok_or_else(|| lost(lease))?;
        Ok(runs::text(deleted, 0).ok().and_then(|owner| owner.parse().ok()))
    }
}

fn lost(lease: &Lease) -> Fault {
    StoreError::LeaseLost { run: lease.run_id }.into()
}

/// Events must be the run's own, one after the other, up to the one the cursor names.
fn check_events(run: RunId, events: &[Event], last: u64) -> Outcome<()> {
    let Some(before) = last.checked_sub(events.len() as u64) else {
        return Err(Fault::misused(run, format!("its cursor stands at event {last}")));
    };
    let wrong = (before + 1..).zip(events).find(|(seq, event)| event.seq != *seq);
    if let Some((seq, event)) = wrong {
        let message = format!("event {} stands where {seq} belongs", event.seq);
        return Err(Fault::misused(run, message));
    }
    match events.iter().find(|event| event.run_id != run) {
        Some(event) => {
            let message = format!("event {} belongs to run {}", event.seq, event.run_id);
            Err(Fault::misused(run, message))
        }
        None => Ok(()),
    }
}

fn check_key(lease: &Lease, key: &CallKey) -> Outcome<()> {
    if key.run_id == lease.run_id {
        return Ok(());
    }
    let message = format!("a call of step {} belongs to run {}", key.step, key.run_id);
    Err(Fault::misused(lease.run_id, message))
}
