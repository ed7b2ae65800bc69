//! The keys of a server.

use async_trait::async_trait;
use ruminate_types::ports::keys::{ApiKey, ApiKeys};
use ruminate_types::ports::store::StoreError;
use rusqlite::{Row, params};

use crate::fault::Outcome;
use crate::runs::text;
use crate::{RunStore, json, sql};

#[async_trait]
impl ApiKeys for RunStore {
    async fn add_key(&self, key: ApiKey) -> Result<(), StoreError> {
        self.writer
            .write(move |pen| {
                pen.conn.prepare_cached(sql::ADD_KEY)?.execute(params![
                    key.id,
                    key.owner.as_str(),
                    key.label,
                    key.hash,
                    key.created_at.as_millisecond(),
                ])?;
                Ok(())
            })
            .await
    }

    async fn key(&self, id: &str) -> Result<Option<ApiKey>, StoreError> {
        let id = id.to_owned();
        self.readers.read(move |lens| Ok(lens.all(sql::KEY, [id], key)?.pop())).await
    }

    async fn keys(&self) -> Result<Vec<ApiKey>, StoreError> {
        self.readers.read(|lens| lens.all(sql::KEYS, [], key)).await
    }

    async fn revoke(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.writer
            .write(move |pen| {
                let now = pen.now().as_millisecond();
                Ok(pen.conn.prepare_cached(sql::REVOKE_KEY)?.execute(params![now, id])? > 0)
            })
            .await
    }
}

fn key(row: &Row<'_>) -> Outcome<ApiKey> {
    let id: String = row.get(0)?;
    let what = format_args!("key {id}");
    let revoked_at: Option<i64> = row.get(5)?;
    Ok(ApiKey {
        owner: json::parse(what, text(row, 1)?)?,
        label: row.get(2)?,
        hash: row.get(3)?,
        created_at: json::timestamp(what, row.get(4)?)?,
        revoked_at: revoked_at.map(|at| json::timestamp(what, at)).transpose()?,
        id,
    })
}
