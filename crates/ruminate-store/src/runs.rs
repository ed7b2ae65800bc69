//! Reading runs: summaries, events and calls. What the machine sees is in [`crate::window`].

use async_trait::async_trait;
use ruminate_types::ports::store::{
    Census, DamagedRun, Events, JournalledCall, Room, RunFilter, RunSummary, Runs, StoreError,
    Windows,
};
use ruminate_types::{Event, Owner, RequestHash, Run, RunId, RunStatus};
use rusqlite::{Connection, Row, params};
use uuid::Uuid;

use crate::fault::{Fault, Outcome, try_directory};
use crate::leases::Drivers;
use crate::reader::Lens;
use crate::{RunStore, json, sql};

#[async_trait]
impl Runs for RunStore {
    async fn summary(&self, run: RunId) -> Result<RunSummary, StoreError> {
        self.readers.read(move |lens| lens.summary(run)).await
    }

    async fn list(
        &self,
        filter: &RunFilter,
    ) -> Result<Vec<Result<RunSummary, DamagedRun>>, StoreError> {
        let filter = filter.clone();
        self.readers.read(move |lens| lens.list(&filter)).await
    }

    async fn find(&self, prefix: &str, limit: u32) -> Result<Vec<RunId>, StoreError> {
        let prefix = prefix.to_lowercase();
        self.readers.read(move |lens| lens.find(&prefix, limit)).await
    }
}

#[async_trait]
impl Census for RunStore {
    async fn count(&self, status: RunStatus) -> Result<u64, StoreError> {
        self.readers.read(move |lens| lens.count(status)).await
    }

    async fn under_way(&self, owner: &Owner) -> Result<u32, StoreError> {
        let owner = owner.clone();
        self.readers.read(move |lens| under_way(&lens.conn, &owner)).await
    }
}

#[async_trait]
impl Room for RunStore {
    async fn check_room(&self) -> Result<(), StoreError> {
        let file = self.file.clone();
        self.readers.read(move |_| Ok(try_directory(&file)?)).await
    }
}

#[async_trait]
impl Events for RunStore {
    async fn events(&self, run: RunId, after: u64, limit: u32) -> Result<Vec<Event>, StoreError> {
        self.readers.read(move |lens| lens.events(run, None, after, limit)).await
    }

    async fn of_stage(
        &self,
        run: RunId,
        stage: &str,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Event>, StoreError> {
        let stage = stage.to_owned();
        self.readers.read(move |lens| lens.events(run, Some(&stage), after, limit)).await
    }
}

#[async_trait]
impl Windows for RunStore {
    async fn load(&self, run: RunId) -> Result<Run, StoreError> {
        self.readers.read(move |lens| lens.load(run)).await
    }

    async fn calls(&self, run: RunId, step: u64) -> Result<Vec<JournalledCall>, StoreError> {
        self.readers.read(move |lens| lens.calls(run, step)).await
    }
}

impl Lens {
    fn summary(&self, run: RunId) -> Outcome<RunSummary> {
        let mut drivers = Drivers::new(&self.workers, self.now());
        let mut statement = self.conn.prepare_cached(sql::SUMMARY)?;
        let mut rows = statement.query([run.to_string()])?;
        let row = rows.next()?.ok_or(StoreError::NotFound(run))?;
        summary(row, &mut drivers)
    }

    fn list(&self, filter: &RunFilter) -> Outcome<Vec<Result<RunSummary, DamagedRun>>> {
        let before = filter.before.map_or(Uuid::max(), |run| run.0).to_string();
        let mut drivers = Drivers::new(&self.workers, self.now());
        let line = |row: &Row<'_>| match summary(row, &mut drivers) {
            Ok(summary) => Ok(Ok(summary)),
            Err(fault) => match fault.damage() {
                Some(message) => Ok(Err(DamagedRun { id: id_of(row), message })),
                None => Err(fault),
            },
        };
        let limit = filter.limit;
        match (&filter.owner, filter.status.map(RunStatus::as_str)) {
            (None, None) => self.all(sql::LIST, params![before, limit], line),
            (None, Some(status)) => {
                self.all(sql::LIST_BY_STATUS, params![status, before, limit], line)
            }
            (Some(owner), None) => {
                self.all(sql::LIST_BY_OWNER, params![owner.as_str(), before, limit], line)
            }
            (Some(owner), Some(status)) => {
                let parameters = params![owner.as_str(), status, before, limit];
                self.all(sql::LIST_BY_OWNER_AND_STATUS, parameters, line)
            }
        }
    }

    fn count(&self, status: RunStatus) -> Outcome<u64> {
        let mut count = self.conn.prepare_cached(sql::COUNT_BY_STATUS)?;
        Ok(count.query_row([status.as_str()], |row| row.get(0))?)
    }

    fn find(&self, prefix: &str, limit: u32) -> Outcome<Vec<RunId>> {
        // An id has no letter after f, so all that begin with the prefix lie before its `g`.
        let end = format!("{prefix}g");
        self.all(sql::FIND, params![prefix, end, limit], |row| {
            json::parse("the id of a run", text(row, 0)?)
        })
    }

    fn events(
        &self,
        run: RunId,
        stage: Option<&str>,
        after: u64,
        limit: u32,
    ) -> Outcome<Vec<Event>> {
        // No run has events past what a BIGINT counts.
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let (id, read) = (run.to_string(), |row: &Row<'_>| event(run, row));
        match stage {
            None => self.all(sql::EVENTS, params![id, after, limit], read),
            Some(stage) => self.all(sql::EVENTS_OF_STAGE, params![id, stage, after, limit], read),
        }
    }

    fn calls(&self, run: RunId, step: u64) -> Outcome<Vec<JournalledCall>> {
        self.all(sql::CALLS, params![run.to_string(), step], |row| {
            let index = row.get(0)?;
            let what = format_args!("run {run}, call {index} of step {step}");
            let result: Option<String> = row.get(3)?;
            Ok(JournalledCall {
                index,
                hash: RequestHash(row.get(1)?),
                issued: row.get(2)?,
                result: result.map(|text| json::decode(what, &text)).transpose()?,
            })
        })
    }

    pub(crate) fn all<T>(
        &self,
        statement: &str,
        parameters: impl rusqlite::Params,
        mut read: impl FnMut(&Row<'_>) -> Outcome<T>,
    ) -> Outcome<Vec<T>> {
        let mut statement = self.conn.prepare_cached(statement)?;
        let mut rows = statement.query(parameters)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(read(row)?);
        }
        Ok(all)
    }
}

pub(crate) fn under_way(conn: &Connection, owner: &Owner) -> Outcome<u32> {
    Ok(conn.prepare_cached(sql::UNDER_WAY)?.query_row([owner.as_str()], |row| row.get(0))?)
}

/// A text column, without a copy of it.
pub(crate) fn text<'a>(row: &'a Row<'_>, column: usize) -> Outcome<&'a str> {
    Ok(row.get_ref(column)?.as_str().map_err(rusqlite::Error::from)?)
}

/// The id of a row of which nothing else may be readable.
fn id_of(row: &Row<'_>) -> String {
    let bytes = row.get_ref(0).ok().and_then(|id| id.as_bytes().ok()).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}

pub(crate) fn summary(row: &Row<'_>, drivers: &mut Drivers<'_>) -> Outcome<RunSummary> {
    let run: RunId = json::parse("the id of a run", text(row, 0)?)?;
    let what = format_args!("run {run}");
    let status = text(row, 1)?;
    let conversation: Option<String> = row.get(9)?;
    let lease: (Option<String>, Option<i64>) = (row.get(4)?, row.get(5)?);
    let driven_by = match lease {
        (Some(owner), Some(until)) => {
            let owner = json::parse(what, &owner)?;
            drivers.drives(owner, until).then_some(owner)
        }
        _ => None,
    };
    Ok(RunSummary {
        session_id: run,
        owner: json::parse(what, text(row, 8)?)?,
        conversation_id: conversation.map(|id| json::parse(what, &id)).transpose()?,
        status: RunStatus::parse(status)
            .ok_or_else(|| Fault::Damaged(format!("{what} has the status {status}")))?,
        original_question: row.get(7)?,
        created_at: json::timestamp(what, row.get(2)?)?,
        updated_at: json::timestamp(what, row.get(3)?)?,
        driven_by,
        cursor: json::decode(what, text(row, 6)?)?,
        policy: json::decode(what, text(row, 10)?)?,
    })
}

pub(crate) fn event(run: RunId, row: &Row<'_>) -> Outcome<Event> {
    let seq = row.get(0)?;
    let what = format_args!("run {run}, event {seq}");
    Ok(Event {
        seq,
        run_id: run,
        at: json::timestamp(what, row.get(1)?)?,
        elapsed_ms: row.get(2)?,
        round: row.get(3)?,
        metrics: json::decode(what, text(row, 4)?)?,
        summary: row.get(5)?,
        payload: json::decode(what, text(row, 6)?)?,
    })
}
