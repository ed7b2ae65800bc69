//! Reflexes, few for each owner.

use async_trait::async_trait;
use ruminate_types::Owner;
use ruminate_types::ports::reflexes::{MOST_REFLEXES, Reflex, Reflexes};
use ruminate_types::ports::store::{Refusal, StoreError};
use rusqlite::{Row, params};

use crate::fault::Outcome;
use crate::writer::Pen;
use crate::{RunStore, json, sql};

#[async_trait]
impl Reflexes for RunStore {
    async fn propose(
        &self,
        owner: &Owner,
        pattern: &str,
        response: &str,
        is_approved: bool,
        origin: &str,
    ) -> Result<Reflex, StoreError> {
        let [pattern, response, origin] = [pattern, response, origin].map(str::to_owned);
        let owner = owner.clone();
        self.writer
            .write(move |pen| {
                let new =
                    Reflex { id: 0, pattern, response, is_approved, origin, created_at: pen.now() };
                pen.propose(&owner, new)
            })
            .await
    }

    async fn reflexes(&self, owner: &Owner) -> Result<Vec<Reflex>, StoreError> {
        let owner = owner.clone();
        self.readers.read(move |lens| lens.all(sql::REFLEXES, [owner.as_str()], reflex)).await
    }

    async fn approve(&self, owner: &Owner, id: u64) -> Result<bool, StoreError> {
        self.writer.change_numbered(sql::APPROVE_REFLEX, owner, id).await
    }

    async fn reject(&self, owner: &Owner, id: u64) -> Result<bool, StoreError> {
        self.writer.change_numbered(sql::DELETE_REFLEX, owner, id).await
    }
}

impl Pen {
    fn propose(&self, owner: &Owner, new: Reflex) -> Outcome<Reflex> {
        let mut statement = self.conn.prepare_cached(sql::REFLEXES)?;
        let mut rows = statement.query([owner.as_str()])?;
        let (mut last, mut count) = (0, 0);
        while let Some(row) = rows.next()? {
            let known = reflex(row)?;
            if known.pattern == new.pattern && known.response == new.response {
                if new.is_approved && !known.is_approved {
                    self.change_numbered(sql::APPROVE_REFLEX, owner, known.id)?;
                }
                return Ok(Reflex { is_approved: known.is_approved || new.is_approved, ..known });
            }
            (last, count) = (known.id, count + 1);
        }
        if count >= MOST_REFLEXES {
            return Err(StoreError::Refused(Refusal {
                code: "too_many_reflexes",
                message: format!("{owner} has {MOST_REFLEXES} reflexes already"),
                hint: "`ruminate mind reflexes reject ID` deletes one".to_owned(),
            })
            .into());
        }
        let mut number = self.conn.prepare_cached(sql::NUMBER_REFLEX)?;
        let id = number.query_row(params![owner.as_str(), last], |row| row.get(0))?;
        let new = Reflex { id, ..new };
        self.conn.prepare_cached(sql::INSERT_REFLEX)?.execute(params![
            owner.as_str(),
            new.id,
            new.is_approved,
            new.created_at.as_millisecond(),
            new.origin,
            new.pattern,
            new.response,
        ])?;
        Ok(new)
    }

    /// Deletes what was proposed from there and nobody approved.
    pub(crate) fn reject_candidates(&self, owner: &Owner, origin: &str) -> Outcome<()> {
        let mut delete = self.conn.prepare_cached(sql::DELETE_CANDIDATES)?;
        delete.execute(params![owner.as_str(), origin])?;
        Ok(())
    }
}

fn reflex(row: &Row<'_>) -> Outcome<Reflex> {
    let id = row.get(0)?;
    Ok(Reflex {
        id,
        is_approved: row.get(1)?,
        created_at: json::timestamp(format_args!("reflex {id}"), row.get(2)?)?,
        origin: row.get(3)?,
        pattern: row.get(4)?,
        response: row.get(5)?,
    })
}
