//! Letting go of what was forgotten: what a mind still attends to of it goes in the transaction that takes the names of
//! what was forgotten away.

use async_trait::async_trait;
use ruminate_types::Owner;
use ruminate_types::ports::forgetting::{Forgetting, Held, LetGo};
use ruminate_types::ports::store::StoreError;
use rusqlite::params;

use crate::fault::Outcome;
use crate::writer::Pen;
use crate::{RunStore, sql};

#[async_trait]
impl Forgetting for RunStore {
    async fn held(&self, owner: &Owner, limit: u32) -> Result<Vec<Held>, StoreError> {
        let owner = owner.clone();
        self.readers
            .read(move |lens| {
                lens.all(sql::HELD, params![owner.as_str(), limit], |row| {
                    Ok(Held { seq: row.get(0)?, said: row.get(1)? })
                })
            })
            .await
    }

    async fn let_go(&self, owner: &Owner, gone: LetGo) -> Result<bool, StoreError> {
        let owner = owner.clone();
        self.writer.write(move |pen| pen.let_go(&owner, &gone)).await
    }

    async fn wipe(&self) -> Result<bool, StoreError> {
        let ask = |pen: &mut Pen| {
            pen.is_to_be_wiped = true;
            Ok(())
        };
        self.writer.write(ask).await?;
        self.writer.write(|pen| Ok(pen.is_wiped)).await
    }
}

impl Pen {
    fn let_go(&mut self, owner: &Owner, gone: &LetGo) -> Outcome<bool> {
        if !self.change_working(owner, gone.from, &gone.working)? {
            return Ok(false);
        }
        for (statement, numbers) in
            [(sql::DELETE_TRACE, &gone.traces), (sql::DELETE_GAP, &gone.gaps)]
        {
            for number in numbers {
                self.change_numbered(statement, owner, *number)?;
            }
        }
        let mut delete = self.conn.prepare_cached(sql::DELETE_INTEREST)?;
        for concept in &gone.interests {
            delete.execute([owner.as_str(), concept])?;
        }
        let mut let_go = self.conn.prepare_cached(sql::LET_GO)?;
        let_go.execute(params![owner.as_str(), gone.through])?;
        self.is_to_be_wiped = true;
        Ok(true)
    }

    /// Whether the mind was where it was said to be; it is elsewhere now.
    fn change_working(&self, owner: &Owner, from: u64, working: &str) -> Outcome<bool> {
        self.conn.prepare_cached(sql::INSERT_MIND)?.execute([owner.as_str()])?;
        let mut change = self.conn.prepare_cached(sql::CHANGE_WORKING)?;
        Ok(change.execute(params![working, owner.as_str(), from])? > 0)
    }
}
