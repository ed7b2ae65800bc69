//! The queue of commands.

use async_trait::async_trait;
use ruminate_types::ports::store::{Commands, StoreError};
use ruminate_types::{Command, CommandId, QueuedCommand, RunId, WorkerId};
use rusqlite::{OptionalExtension, Row, params};

use crate::fault::Outcome;
use crate::reader::{Lens, Pending};
use crate::runs::text;
use crate::writer::Pen;
use crate::{RunStore, json, sql, sqlite};

#[async_trait]
impl Commands for RunStore {
    async fn queue(&self, run: RunId, command: &Command) -> Result<CommandId, StoreError> {
        let command = command.clone();
        self.writer.write(move |pen| pen.queue(run, &command)).await
    }

    async fn pending(&self, run: RunId) -> Result<Vec<QueuedCommand>, StoreError> {
        self.readers.read(move |lens| lens.pending(run)).await
    }

    async fn pending_for(&self, worker: WorkerId) -> Result<Vec<QueuedCommand>, StoreError> {
        self.readers.read(move |lens| lens.pending_for(worker)).await
    }
}

impl Pen {
    fn queue(&self, run: RunId, command: &Command) -> Outcome<CommandId> {
        let row = params![self.now().as_millisecond(), json::encode(command)?, run.to_string()];
        let id = self
            .conn
            .prepare_cached(sql::QUEUE_COMMAND)?
            .query_row(row, |row| row.get(0))
            .optional()?
            .ok_or(StoreError::NotFound(run))?;
        Ok(CommandId(id))
    }
}

impl Lens {
    fn pending(&self, run: RunId) -> Outcome<Vec<QueuedCommand>> {
        self.all(sql::PENDING, [run.to_string()], queued)
    }

    /// Asked several times a second, and nearly always nothing has changed since.
    fn pending_for(&mut self, worker: WorkerId) -> Outcome<Vec<QueuedCommand>> {
        let data_version = sqlite::data_version(&self.conn)?;
        if let Some(last) = &self.pending
            && last.data_version == data_version
            && last.worker == worker
        {
            return Ok(last.commands.clone());
        }
        let commands = self.all(sql::PENDING_FOR, [worker.to_string()], queued)?;
        self.pending = Some(Pending { data_version, worker, commands: commands.clone() });
        Ok(commands)
    }
}

fn queued(row: &Row<'_>) -> Outcome<QueuedCommand> {
    let id = row.get(0)?;
    let what = format_args!("command {id}");
    Ok(QueuedCommand {
        id: CommandId(id),
        run_id: json::parse(what, text(row, 1)?)?,
        command: json::decode(what, text(row, 2)?)?,
    })
}
