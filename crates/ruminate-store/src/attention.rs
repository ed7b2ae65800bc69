//! What minds attend to. What is noticed is written in the transaction that remembers its key, and what a
//! cycle leaves behind in the one that turns the cycle's number: neither is ever there in part, or twice.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use jiff::Timestamp;
use ruminate_types::attention::{Desire, Gap, Interest, NewGap, Passed, Trace};
use ruminate_types::ports::attention::{
    Attention, Cycle, Desires, Gaps, HALF_LIFE_DAYS, InMind, MOST_DESIRES, MOST_GAPS,
    MOST_INTERESTS, MOST_TRACES, Noticed, Traces,
};
use ruminate_types::ports::store::{Refusal, StoreError};
use ruminate_types::{Owner, RunId, RunSource};
use rusqlite::{Connection, Error, OptionalExtension, Params, Row, params};

use crate::fault::Outcome;
use crate::runs::text;
use crate::writer::Pen;
use crate::{RunStore, json, sql};

const MILLISECONDS_OF_A_DAY: f64 = 86_400_000.0;

#[async_trait]
impl Desires for RunStore {
    async fn desire(&self, owner: &Owner, text: &str) -> Result<Desire, StoreError> {
        let (owner, text) = (owner.clone(), text.to_owned());
        self.writer.write(move |pen| pen.desire(&owner, &text)).await
    }

    async fn desires(&self, owner: &Owner) -> Result<Vec<Desire>, StoreError> {
        let owner = owner.clone();
        self.readers.read(move |lens| lens.all(sql::DESIRES, [owner.as_str()], desire)).await
    }

    async fn give_up(&self, owner: &Owner, desire: u64) -> Result<bool, StoreError> {
        self.writer.change_numbered(sql::DELETE_DESIRE, owner, desire).await
    }
}

#[async_trait]
impl Gaps for RunStore {
    async fn gaps(&self, owner: &Owner, limit: u32) -> Result<Vec<Gap>, StoreError> {
        let owner = owner.clone();
        self.readers
            .read(move |lens| lens.all(sql::GAPS, params![owner.as_str(), limit], gap))
            .await
    }

    async fn drop_gap(&self, owner: &Owner, gap: u64) -> Result<bool, StoreError> {
        self.writer.change_numbered(sql::DELETE_GAP, owner, gap).await
    }
}

#[async_trait]
impl Traces for RunStore {
    async fn traces(
        &self,
        owner: &Owner,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Trace>, StoreError> {
        let owner = owner.clone();
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        self.readers
            .read(move |lens| lens.all(sql::TRACES, params![owner.as_str(), after, limit], trace))
            .await
    }

    async fn last_trace(&self, owner: &Owner) -> Result<u64, StoreError> {
        self.read_number(sql::LAST_TRACE, owner).await
    }
}

#[async_trait]
impl Attention for RunStore {
    async fn notice(&self, owner: &Owner, key: &str, noticed: Noticed) -> Result<(), StoreError> {
        let (owner, key) = (owner.clone(), key.to_owned());
        self.writer.write(move |pen| pen.notice_once(&owner, &key, &noticed)).await
    }

    async fn gap_count(&self, owner: &Owner) -> Result<u64, StoreError> {
        self.read_number(sql::COUNT_GAPS, owner).await
    }

    async fn interests(&self, owner: &Owner, limit: u32) -> Result<Vec<Interest>, StoreError> {
        let owner = owner.clone();
        self.readers
            .read(move |lens| {
                let now = lens.now();
                lens.all(sql::INTERESTS, params![owner.as_str(), limit], |row| {
                    Ok(Interest { concept: row.get(0)?, weight: weight(row.get(1)?, now) })
                })
            })
            .await
    }

    async fn in_mind(&self, owner: &Owner) -> Result<InMind, StoreError> {
        let owner = owner.clone();
        self.readers
            .read(move |lens| {
                let found = lens.all(sql::IN_MIND, [owner.as_str()], in_mind)?.pop();
                Ok(found.unwrap_or_default())
            })
            .await
    }

    async fn set_asleep(&self, owner: &Owner, is_asleep: bool) -> Result<(), StoreError> {
        let owner = owner.clone();
        self.writer
            .write(move |pen| {
                let mut change = pen.conn.prepare_cached(sql::SET_ASLEEP)?;
                change.execute(params![owner.as_str(), is_asleep])?;
                Ok(())
            })
            .await
    }

    async fn set_aside(
        &self,
        owner: &Owner,
        day: &str,
        wanted: u64,
        most: u64,
    ) -> Result<u64, StoreError> {
        let (owner, day) = (owner.clone(), day.to_owned());
        self.writer
            .write(move |pen| {
                let spent = pen.spent(&owner, &day)?;
                let granted = wanted.min(most.saturating_sub(spent));
                pen.spend(&owner, &day, spent + granted)?;
                Ok(granted)
            })
            .await
    }

    async fn give_back(&self, owner: &Owner, day: &str, tokens: u64) -> Result<(), StoreError> {
        let (owner, day) = (owner.clone(), day.to_owned());
        self.writer
            .write(move |pen| match pen.spent(&owner, &day)? {
                0 => Ok(()),
                spent => pen.spend(&owner, &day, spent.saturating_sub(tokens)),
            })
            .await
    }

    async fn spent(&self, owner: &Owner, day: &str) -> Result<u64, StoreError> {
        let (owner, day) = (owner.clone(), day.to_owned());
        self.writer.write(move |pen| pen.spent(&owner, &day)).await
    }

    async fn end_cycle(&self, owner: &Owner, cycle: Cycle) -> Result<bool, StoreError> {
        let owner = owner.clone();
        self.writer.write(move |pen| pen.end_cycle(&owner, &cycle)).await
    }

    async fn restless(&self) -> Result<Vec<Owner>, StoreError> {
        self.readers
            .read(|lens| {
                lens.all(sql::RESTLESS, [], |row| json::parse("the owner of a mind", text(row, 0)?))
            })
            .await
    }
}

impl RunStore {
    async fn read_number(&self, statement: &'static str, owner: &Owner) -> Result<u64, StoreError> {
        let owner = owner.clone();
        self.readers.read(move |lens| number(&lens.conn, statement, &owner)).await
    }
}

impl Pen {
    fn desire(&self, owner: &Owner, text: &str) -> Outcome<Desire> {
        let key = key(text);
        let known = self.one_desire(sql::DESIRE_BY_TEXT, params![owner.as_str(), key])?;
        if let Some(known) = known {
            return Ok(known);
        }
        if number(&self.conn, sql::COUNT_DESIRES, owner)? >= u64::from(MOST_DESIRES) {
            return Err(StoreError::Refused(Refusal {
                code: "too_many_desires",
                message: format!("{owner} has {MOST_DESIRES} desires already"),
                hint: "`ruminate mind desires remove ID` removes one".to_owned(),
            })
            .into());
        }
        let id = number(&self.conn, sql::NUMBER_DESIRE, owner)?;
        let now = self.now().as_millisecond();
        let new = params![owner.as_str(), id, now, key, text];
        Ok(self.one_desire(sql::INSERT_DESIRE, new)?.ok_or(Error::QueryReturnedNoRows)?)
    }

    fn one_desire(&self, statement: &str, parameters: impl Params) -> Outcome<Option<Desire>> {
        let mut statement = self.conn.prepare_cached(statement)?;
        let mut rows = statement.query(parameters)?;
        rows.next()?.map(desire).transpose()
    }

    fn notice_once(&self, owner: &Owner, key: &str, noticed: &Noticed) -> Outcome<()> {
        let mut known = self.conn.prepare_cached(sql::WAS_NOTICED)?;
        if known.query_row(params![owner.as_str(), key], |row| row.get(0))? {
            return Ok(());
        }
        self.remember(owner, key, noticed)?;
        self.notice(owner, noticed)
    }

    /// Remembers a key with the runs that it is about: it is forgotten with them.
    fn remember(&self, owner: &Owner, key: &str, noticed: &Noticed) -> Outcome<()> {
        let of_traces = noticed.traces.iter().filter_map(|passed| passed.run_id);
        let of_gaps = noticed.gaps.iter().filter_map(|gap| gap.run_id);
        let runs: BTreeSet<_> = of_traces.chain(of_gaps).collect();
        let mut insert = self.conn.prepare_cached(sql::INSERT_NOTICED)?;
        if runs.is_empty() {
            insert.execute(params![owner.as_str(), key, None::<String>])?;
        }
        for run in runs {
            insert.execute(params![owner.as_str(), key, run.to_string()])?;
        }
        Ok(())
    }

    fn notice(&self, owner: &Owner, noticed: &Noticed) -> Outcome<()> {
        self.append_traces(owner, &noticed.traces)?;
        for gap in &noticed.gaps {
            self.note_gap(owner, gap)?;
        }
        self.drop_over(MOST_GAPS, owner, sql::COUNT_GAPS, sql::DROP_GAPS)
    }

    /// Forgets traces and gaps of a run, and that they were noticed. What they said is held for the minds they were in.
    pub(crate) fn forget_what_passed_in(&self, run: RunId) -> Outcome<()> {
        let mut said: BTreeMap<Owner, Vec<String>> = BTreeMap::new();
        for (owner, text) in self.forget_traces_of(run)?.into_iter().chain(self.leave_gaps_of(run)?)
        {
            said.entry(owner).or_default().push(text);
        }
        self.conn.prepare_cached(sql::DELETE_NOTICED_OF)?.execute([run.to_string()])?;
        for (owner, texts) in said {
            self.hold(&owner, &RunSource(run).to_string(), &texts.join(" "))?;
        }
        Ok(())
    }

    fn forget_traces_of(&self, run: RunId) -> Outcome<Vec<(Owner, String)>> {
        let mut delete = self.conn.prepare_cached(sql::DELETE_TRACES_OF)?;
        let mut rows = delete.query([run.to_string()])?;
        let mut said = Vec::new();
        while let Some(row) = rows.next()? {
            let what = format_args!("a trace of run {run}");
            let passed: Passed = json::decode(what, text(row, 1)?)?;
            said.push((json::parse(what, text(row, 0)?)?, passed.text));
        }
        Ok(said)
    }

    /// A gap that came up elsewhere too is from there now.
    fn leave_gaps_of(&self, run: RunId) -> Outcome<Vec<(Owner, String)>> {
        self.conn.prepare_cached(sql::LEAVE_GAPS_OF)?.execute([run.to_string()])?;
        let mut found = self.conn.prepare_cached(sql::GAPS_OF)?;
        let mut rows = found.query([run.to_string()])?;
        let mut gaps: Vec<(Owner, u64, String)> = Vec::new();
        while let Some(row) = rows.next()? {
            let owner = json::parse(format_args!("a gap of run {run}"), text(row, 0)?)?;
            gaps.push((owner, row.get(1)?, row.get(2)?));
        }
        for (owner, gap, _) in &gaps {
            self.leave_gap(owner, *gap)?;
        }
        Ok(gaps.into_iter().map(|(owner, _, question)| (owner, question)).collect())
    }

    fn leave_gap(&self, owner: &Owner, gap: u64) -> Outcome<()> {
        let mut other = self.conn.prepare_cached(sql::TAKE_GAP_ORIGIN)?;
        let other: Option<(Option<String>, String)> = other
            .query_row(params![owner.as_str(), gap], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        match other {
            Some((run, origin)) => {
                let mut change = self.conn.prepare_cached(sql::MOVE_GAP)?;
                change.execute(params![run, origin, owner.as_str(), gap])?;
            }
            None => drop(self.change_numbered(sql::DELETE_GAP, owner, gap)?),
        }
        Ok(())
    }

    fn append_traces(&self, owner: &Owner, traces: &[Passed]) -> Outcome<()> {
        let count = traces.len() as u64;
        let mut numbered = self.conn.prepare_cached(sql::NUMBER_TRACES)?;
        let last: u64 = numbered.query_row(params![owner.as_str(), count], |row| row.get(0))?;
        let mut insert = self.conn.prepare_cached(sql::INSERT_TRACE)?;
        for (seq, passed) in (last - count + 1..).zip(traces) {
            insert.execute(params![
                owner.as_str(),
                seq,
                self.now().as_millisecond(),
                passed.run_id.map(|run| run.to_string()),
                json::encode(passed)?,
            ])?;
        }
        Ok(())
    }

    fn note_gap(&self, owner: &Owner, new: &NewGap) -> Outcome<()> {
        let question_key = key(&new.question);
        let mut count = self.conn.prepare_cached(sql::COUNT_GAP)?;
        let run = new.run_id.map(|run| run.to_string());
        if count.execute(params![owner.as_str(), question_key])? > 0 {
            let mut origin = self.conn.prepare_cached(sql::INSERT_GAP_ORIGIN)?;
            origin.execute(params![run, new.origin, owner.as_str(), question_key])?;
            return Ok(());
        }
        self.conn.prepare_cached(sql::INSERT_GAP)?.execute(params![
            owner.as_str(),
            number(&self.conn, sql::NUMBER_GAP, owner)?,
            new.tried,
            self.now().as_millisecond(),
            run,
            key(&new.concept),
            question_key,
            new.origin,
            new.concept,
            new.question,
        ])?;
        Ok(())
    }

    fn spent(&self, owner: &Owner, day: &str) -> Outcome<u64> {
        let mut spent = self.conn.prepare_cached(sql::SPENT)?;
        Ok(spent.query_row([owner.as_str(), day], |row| row.get(0)).optional()?.unwrap_or(0))
    }

    fn spend(&self, owner: &Owner, day: &str, spent: u64) -> Outcome<()> {
        let mut spend = self.conn.prepare_cached(sql::SPEND)?;
        spend.execute(params![owner.as_str(), day, spent])?;
        Ok(())
    }

    /// Drops what the owner has over `most`; the statements tell how much there is, and drop so much of it.
    fn drop_over(&self, most: u32, owner: &Owner, count: &str, drop: &str) -> Outcome<()> {
        let over = number(&self.conn, count, owner)?.saturating_sub(most.into());
        if over > 0 {
            self.conn.prepare_cached(drop)?.execute(params![owner.as_str(), over])?;
        }
        Ok(())
    }

    fn end_cycle(&self, owner: &Owner, cycle: &Cycle) -> Outcome<bool> {
        if !self.turn_cycle(owner, cycle)? {
            return Ok(false);
        }
        for (statement, numbers) in [
            (sql::DELETE_GAP, &cycle.filled),
            (sql::TRY_GAP, &cycle.tried),
            (sql::PURSUE_DESIRE, &cycle.pursued),
        ] {
            for number in numbers {
                self.change_numbered(statement, owner, *number)?;
            }
        }
        self.notice(owner, &cycle.noticed)?;
        self.add_interests(owner, &cycle.interests)?;
        let mut prune = self.conn.prepare_cached(sql::PRUNE_TRACES)?;
        prune.execute(params![owner.as_str(), cycle.consolidated, MOST_TRACES])?;
        Ok(true)
    }

    /// Whether the cycle began from the state that is there, which is another now.
    fn turn_cycle(&self, owner: &Owner, cycle: &Cycle) -> Outcome<bool> {
        self.conn.prepare_cached(sql::INSERT_MIND)?.execute([owner.as_str()])?;
        let turned = self.conn.prepare_cached(sql::END_CYCLE)?.execute(params![
            cycle.attended,
            cycle.consolidated,
            cycle.working,
            owner.as_str(),
            cycle.from,
        ])?;
        Ok(turned > 0)
    }

    fn add_interests(&self, owner: &Owner, interests: &[Interest]) -> Outcome<()> {
        let now = self.now();
        // What weighs nothing has no logarithm.
        for new in interests.iter().filter(|new| new.weight.is_normal() && new.weight > 0.0) {
            let left = self.strength(owner, &new.concept)?.map_or(0.0, |left| weight(left, now));
            self.conn.prepare_cached(sql::SET_STRENGTH)?.execute(params![
                owner.as_str(),
                new.concept,
                strength(left + new.weight, now),
            ])?;
        }
        self.drop_over(MOST_INTERESTS, owner, sql::COUNT_INTERESTS, sql::DROP_INTERESTS)
    }

    fn strength(&self, owner: &Owner, concept: &str) -> Outcome<Option<f64>> {
        let mut strength = self.conn.prepare_cached(sql::STRENGTH)?;
        Ok(strength.query_row(params![owner.as_str(), concept], |row| row.get(0)).optional()?)
    }
}

/// The one number that a statement tells of an owner.
fn number(conn: &Connection, statement: &str, owner: &Owner) -> Outcome<u64> {
    Ok(conn.prepare_cached(statement)?.query_row([owner.as_str()], |row| row.get(0))?)
}

/// What texts have in common that differ in their case only. A gap meets the interest in its concept by it: it comes
/// near a concept's normal form.
fn key(text: &str) -> String {
    text.trim().to_lowercase()
}

/// What an interest of this strength weighs at a time.
fn weight(strength: f64, at: Timestamp) -> f64 {
    (strength - half_lives(at)).exp2()
}

fn strength(weight: f64, at: Timestamp) -> f64 {
    weight.log2() + half_lives(at)
}

/// How often an interest of 1970 would have halved.
fn half_lives(at: Timestamp) -> f64 {
    at.as_millisecond() as f64 / (HALF_LIFE_DAYS * MILLISECONDS_OF_A_DAY)
}

fn desire(row: &Row<'_>) -> Outcome<Desire> {
    let id = row.get(0)?;
    Ok(Desire {
        id,
        asked: row.get(1)?,
        created_at: json::timestamp(format_args!("desire {id}"), row.get(2)?)?,
        text: row.get(3)?,
    })
}

fn gap(row: &Row<'_>) -> Outcome<Gap> {
    let id = row.get(0)?;
    Ok(Gap {
        id,
        times: row.get(1)?,
        tried: row.get(2)?,
        noticed_at: json::timestamp(format_args!("gap {id}"), row.get(3)?)?,
        origin: row.get(4)?,
        concept: row.get(5)?,
        question: row.get(6)?,
    })
}

fn trace(row: &Row<'_>) -> Outcome<Trace> {
    let seq = row.get(0)?;
    let what = format_args!("trace {seq}");
    Ok(Trace {
        seq,
        at: json::timestamp(what, row.get(1)?)?,
        passed: json::decode(what, text(row, 2)?)?,
    })
}

fn in_mind(row: &Row<'_>) -> Outcome<InMind> {
    Ok(InMind {
        cycle: row.get(0)?,
        attended: row.get(1)?,
        consolidated: row.get(2)?,
        working: row.get(3)?,
        is_asleep: row.get(4)?,
    })
}
