//! Looking through everything for damage: the pages of the file, then every row that a run is made of, and
//! every lesson.
//! It reads all there is, so it is asked for and never done by the way.

use ruminate_types::RunId;
use rusqlite::OptionalExtension;

use crate::fault::{Fault, Outcome};
use crate::knowledge::known;
use crate::leases::Drivers;
use crate::reader::Lens;
use crate::runs::{event, summary, text};
use crate::{json, sql, sqlite};

const RUNS: &str = "SELECT id, status, created_at, updated_at, lease_owner, lease_until, cursor, \
    question, owner, conversation_id, policy FROM runs";

const INCOMPLETE: &str = "SELECT id FROM runs \
    WHERE last_seq <> (SELECT COUNT(*) FROM events WHERE run_id = runs.id) LIMIT 1";

const LESSONS: &str = "SELECT seq, id, silo, learned_at, confidence, source, kind, at, title, text \
    FROM lessons";

impl Lens {
    /// The first damage there is.
    pub(crate) fn check(&self) -> Outcome<()> {
        if let Some(page) = sqlite::damaged_page(&self.conn)? {
            return Err(Fault::Damaged(page));
        }
        let incomplete: Option<String> =
            self.conn.query_row(INCOMPLETE, [], |row| row.get(0)).optional()?;
        if let Some(run) = incomplete {
            return Err(Fault::Damaged(format!("run {run} lacks some of its events")));
        }
        for run in self.readable_runs()? {
            self.check_events(run)?;
        }
        self.check_lessons()
    }

    fn check_lessons(&self) -> Outcome<()> {
        let mut statement = self.conn.prepare(LESSONS)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            known(row)?;
        }
        Ok(())
    }

    fn readable_runs(&self) -> Outcome<Vec<RunId>> {
        let mut drivers = Drivers::new(&self.workers, self.now());
        self.all(RUNS, [], |row| {
            let id = text(row, 0).map(str::to_owned);
            summary(row, &mut drivers).map(|run| run.session_id).map_err(|fault| {
                let id = id.unwrap_or_else(|_| "without a readable id".to_owned());
                named(fault, &format!("run {id}"))
            })
        })
    }

    fn check_events(&self, run: RunId) -> Outcome<()> {
        let mut statement = self.conn.prepare_cached(sql::EVENTS)?;
        let mut rows = statement.query(rusqlite::params![run.to_string(), 0, i64::MAX])?;
        while let Some(row) = rows.next()? {
            event(run, row).map_err(|fault| named(fault, &format!("run {run}")))?;
        }
        let mut results = self
            .conn
            .prepare("SELECT result FROM calls WHERE run_id = $1 AND result IS NOT NULL")?;
        let mut rows = results.query([run.to_string()])?;
        while let Some(row) = rows.next()? {
            let what = format_args!("a call of run {run}");
            json::decode::<ruminate_types::EffectResult>(what, text(row, 0)?)?;
        }
        Ok(())
    }
}

/// Says which run is damaged, where the trouble itself does not.
fn named(fault: Fault, what: &str) -> Fault {
    match fault.damage() {
        Some(damage) if !damage.contains(what) => Fault::Damaged(format!("{what}: {damage}")),
        _ => fault,
    }
}
