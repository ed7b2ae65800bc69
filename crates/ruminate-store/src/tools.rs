//! The audit of tools.

use async_trait::async_trait;
use ruminate_types::ports::store::StoreError;
use ruminate_types::ports::tool::ToolAudit;
use ruminate_types::tool::{ToolCallRecord, ToolErrorCode, ToolsUsed};
use ruminate_types::{Owner, RunId};
use rusqlite::{Row, params};

use crate::fault::Outcome;
use crate::writer::Pen;
use crate::{RunStore, json, sql};

/// Calls that are kept for each owner, the newest.
const MOST_KEPT: i64 = 100_000;

#[async_trait]
impl ToolAudit for RunStore {
    async fn record_call(&self, call: &ToolCallRecord) -> Result<(), StoreError> {
        let call = call.clone();
        self.writer.write(move |pen| pen.record(&call)).await
    }

    async fn tools_used(&self, run: RunId) -> Result<ToolsUsed, StoreError> {
        let used = |row: &Row<'_>| Ok(ToolsUsed { calls: row.get(0)?, latency_ms: row.get(1)? });
        let found =
            self.readers.read(move |lens| lens.all(sql::TOOLS_USED, [run.to_string()], used));
        Ok(found.await?.into_iter().next().unwrap_or_default())
    }

    async fn tool_calls(
        &self,
        owner: &Owner,
        limit: usize,
    ) -> Result<Vec<ToolCallRecord>, StoreError> {
        let owner = owner.clone();
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.readers
            .read(move |lens| {
                let read = |row: &Row<'_>| call(&owner, row);
                lens.all(sql::TOOL_CALLS, params![owner.as_str(), limit], read)
            })
            .await
    }
}

impl Pen {
    fn record(&self, call: &ToolCallRecord) -> Outcome<()> {
        let mut insert = self.conn.prepare_cached(sql::INSERT_TOOL_CALL)?;
        let id: i64 = insert.query_row(
            params![
                call.owner.as_str(),
                call.run_id.map(|run| run.to_string()),
                call.at.as_millisecond(),
                call.tool,
                call.arguments_hash,
                i64::try_from(call.latency_ms).unwrap_or(i64::MAX),
                call.retries,
                call.success,
                call.output_ref,
                call.error.map(|error| json::encode(&error)).transpose()?,
            ],
            |row| row.get(0),
        )?;
        let mut delete = self.conn.prepare_cached(sql::DELETE_OLD_TOOL_CALLS)?;
        delete.execute(params![call.owner.as_str(), id - MOST_KEPT])?;
        Ok(())
    }
}

fn call(owner: &Owner, row: &Row<'_>) -> Outcome<ToolCallRecord> {
    let id: i64 = row.get(9)?;
    let what = || format!("call {id} of a tool");
    let run: Option<String> = row.get(0)?;
    let error: Option<String> = row.get(8)?;
    Ok(ToolCallRecord {
        at: json::timestamp(what(), row.get(1)?)?,
        owner: owner.clone(),
        run_id: run.map(|run| json::parse(what(), &run)).transpose()?,
        tool: row.get(2)?,
        arguments_hash: row.get(3)?,
        latency_ms: row.get(4)?,
        retries: row.get(5)?,
        success: row.get(6)?,
        output_ref: row.get(7)?,
        error: error.map(|error| json::decode::<ToolErrorCode>(what(), &error)).transpose()?,
    })
}
