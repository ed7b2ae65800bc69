//! The reading ports over REST. A server tells of a run what a person needs to know; what only a driver
//! needs is left as it is before the first event.

use async_trait::async_trait;
use ruminate_server::wire::{MOST_PER_PAGE, RunPage, RunRow, RunView};
use ruminate_types::ports::store::{DamagedRun, Events, RunFilter, RunSummary, Runs, StoreError};
use ruminate_types::{Budget, Cursor, Event, Mode, Owner, Policy, RunId, RunStatus, WorkerId};
use uuid::Uuid;

use super::web::Web;

/// The server, as one who drives: which of its processes does is its own business.
const SERVER: WorkerId = WorkerId(Uuid::nil());

#[async_trait]
impl Runs for Web {
    async fn summary(&self, run: RunId) -> Result<RunSummary, StoreError> {
        let found: Result<RunView, _> = self.get(&format!("/api/runs/{run}")).await;
        let RunView { row, budget, spent, .. } = found.map_err(|e| e.of_run(Some(run)))?;
        let mut summary = summary_of(row);
        summary.policy.budget = budget;
        summary.cursor.spent = spent;
        Ok(summary)
    }

    async fn list(
        &self,
        filter: &RunFilter,
    ) -> Result<Vec<Result<RunSummary, DamagedRun>>, StoreError> {
        let mut found: Vec<Result<RunSummary, DamagedRun>> = Vec::new();
        let mut before = filter.before;
        loop {
            let left = filter.limit.saturating_sub(found.len() as u32);
            if left == 0 {
                return Ok(found);
            }
            let mut path = format!("/api/runs?limit={}", left.min(MOST_PER_PAGE));
            if let Some(status) = filter.status {
                path.push_str(&format!("&status={}", status.as_str()));
            }
            if let Some(before) = before {
                path.push_str(&format!("&before={before}"));
            }
            let page: RunPage = self.get(&path).await.map_err(|trouble| trouble.of_run(None))?;
            found.extend(page.runs.into_iter().map(|row| Ok(summary_of(row))));
            match page.next {
                Some(_) => before = page.next,
                None => return Ok(found),
            }
        }
    }

    /// Ids that begin alike stand side by side in the list.
    async fn find(&self, prefix: &str, limit: u32) -> Result<Vec<RunId>, StoreError> {
        let prefix = prefix.to_lowercase();
        const LAST: &str = "ffffffff-ffff-ffff-ffff-ffffffffffff";
        let last = LAST.get(prefix.len()..).map(|rest| format!("{prefix}{rest}"));
        let Some(before) = last.and_then(|last| last.parse().ok()) else { return Ok(Vec::new()) };
        let filter = RunFilter { before: Some(before), limit, ..RunFilter::default() };
        let runs = self.list(&filter).await?.into_iter().flatten().map(|run| run.session_id);
        Ok(runs.filter(|run| run.to_string().starts_with(&prefix)).collect())
    }
}

#[async_trait]
impl Events for Web {
    async fn events(&self, run: RunId, after: u64, limit: u32) -> Result<Vec<Event>, StoreError> {
        let mut found: Vec<Event> = Vec::new();
        loop {
            let after = found.last().map_or(after, |event| event.seq);
            let left = limit.saturating_sub(found.len() as u32).min(MOST_PER_PAGE);
            if left == 0 {
                return Ok(found);
            }
            let path = format!("/api/runs/{run}/events?after={after}&limit={left}");
            let page: Vec<Event> = match self.get(&path).await.map_err(|e| e.of_run(Some(run))) {
                Err(StoreError::NotFound(_)) => return Ok(found),
                page => page?,
            };
            let is_last = page.len() < left as usize;
            found.extend(page);
            if is_last {
                return Ok(found);
            }
        }
    }

    /// A server sends all of them; the others are dropped here.
    async fn of_stage(
        &self,
        run: RunId,
        stage: &str,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Event>, StoreError> {
        let mut found: Vec<Event> = Vec::new();
        let mut after = after;
        loop {
            let page = self.events(run, after, MOST_PER_PAGE).await?;
            let Some(last) = page.last() else { return Ok(found) };
            after = last.seq;
            found.extend(page.into_iter().filter(|event| event.payload.stage() == stage));
            if found.len() >= limit as usize {
                found.truncate(limit as usize);
                return Ok(found);
            }
        }
    }
}

fn summary_of(row: RunRow) -> RunSummary {
    let reserve = Budget::DEFAULT_RESERVE;
    let budget = Budget { wall_ms: None, tokens: None, calls: None, micro_usd: None, reserve };
    let policy = match row.mode {
        Mode::Fast => Policy::fast(budget),
        Mode::Extended => Policy::extended(budget),
    };
    let is_driven = row.status == RunStatus::Thinking && !row.interrupted;
    RunSummary {
        session_id: row.session_id,
        owner: Owner::local(),
        conversation_id: row.conversation_id,
        status: row.status,
        original_question: row.original_question,
        created_at: row.created_at,
        updated_at: row.updated_at,
        driven_by: is_driven.then_some(SERVER),
        cursor: Cursor {
            status: row.status,
            seq: row.last_seq,
            thoughts: row.thought_count,
            questions: row.question_count,
            syntheses: row.synthesis_count,
            ..Cursor::default()
        },
        policy,
    }
}
