//! Reading a list page by page.

use ruminate_types::RunId;
use ruminate_types::ports::store::{DamagedRun, RunSummary};

/// Where the page after this one begins. Damaged runs count: a page of nothing else has one after it
/// too. None where not even an id can be read.
pub fn next_page(page: &[Result<RunSummary, DamagedRun>]) -> Option<RunId> {
    page.iter().rev().find_map(|run| match run {
        Ok(run) => Some(run.session_id),
        Err(damaged) => damaged.id.parse().ok(),
    })
}
