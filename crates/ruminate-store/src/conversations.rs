//! Conversations: a row of their own so that an empty one exists, and otherwise the runs in them.

use async_trait::async_trait;
use ruminate_types::ports::conversations::{Conversation, Conversations, Turn};
use ruminate_types::ports::store::StoreError;
use ruminate_types::{ConversationId, Owner, RunId, RunStatus};
use rusqlite::{Row, params};
use uuid::Uuid;

use crate::fault::{Fault, Outcome};
use crate::reader::Lens;
use crate::runs::text;
use crate::writer::Pen;
use crate::{RunStore, json, sql};

#[async_trait]
impl Conversations for RunStore {
    async fn open(
        &self,
        id: ConversationId,
        owner: &Owner,
        at_most: Option<u32>,
    ) -> Result<Conversation, StoreError> {
        let owner = owner.clone();
        self.writer.write(move |pen| pen.open_conversation(id, &owner, at_most)).await
    }

    async fn conversation(
        &self,
        id: ConversationId,
        owner: &Owner,
    ) -> Result<Conversation, StoreError> {
        let owner = owner.clone();
        self.readers.read(move |lens| lens.conversation(id, &owner)).await
    }

    async fn conversations(
        &self,
        owner: &Owner,
        before: Option<ConversationId>,
        limit: u32,
    ) -> Result<Vec<Conversation>, StoreError> {
        let owner = owner.clone();
        self.readers.read(move |lens| lens.conversations(&owner, before, limit)).await
    }

    async fn turns(
        &self,
        id: ConversationId,
        before: Option<RunId>,
        limit: u32,
    ) -> Result<Vec<Turn>, StoreError> {
        self.readers.read(move |lens| lens.turns(id, before, limit)).await
    }

    async fn forget(&self, id: ConversationId, owner: &Owner) -> Result<(), StoreError> {
        let owner = owner.clone();
        self.writer.write(move |pen| pen.delete_conversation(id, &owner)).await
    }
}

impl Pen {
    fn open_conversation(
        &self,
        id: ConversationId,
        owner: &Owner,
        at_most: Option<u32>,
    ) -> Outcome<Conversation> {
        let now = self.now().as_millisecond();
        let made = self.conn.prepare_cached(sql::OPEN_CONVERSATION)?.execute(params![
            id.to_string(),
            owner.as_str(),
            now
        ])?;
        if let Some(limit) = at_most
            && made > 0
            && self.conversations_of(owner)? > limit
        {
            // What fails is undone.
            return Err(StoreError::TooManyConversations { owner: owner.clone(), limit }.into());
        }
        self.conversation(id, owner)
    }

    fn conversations_of(&self, owner: &Owner) -> Outcome<u32> {
        let mut count = self.conn.prepare_cached(sql::COUNT_CONVERSATIONS)?;
        Ok(count.query_row([owner.as_str()], |row| row.get(0))?)
    }

    /// Whoever asks for another's is told what one who asks for nothing is told.
    pub(crate) fn conversation(&self, id: ConversationId, owner: &Owner) -> Outcome<Conversation> {
        let mut statement = self.conn.prepare_cached(sql::CONVERSATION)?;
        let mut rows = statement.query(params![id.to_string(), owner.as_str()])?;
        conversation(rows.next()?.ok_or(StoreError::NoConversation(id))?)
    }

    fn delete_conversation(&self, id: ConversationId, owner: &Owner) -> Outcome<()> {
        self.conversation(id, owner)?;
        self.conn.prepare_cached(sql::LEAVE_CONVERSATION)?.execute([id.to_string()])?;
        self.conn.prepare_cached(sql::DELETE_CONVERSATION)?.execute([id.to_string()])?;
        Ok(())
    }
}

impl Lens {
    fn conversation(&self, id: ConversationId, owner: &Owner) -> Outcome<Conversation> {
        let mut statement = self.conn.prepare_cached(sql::CONVERSATION)?;
        let mut rows = statement.query(params![id.to_string(), owner.as_str()])?;
        conversation(rows.next()?.ok_or(StoreError::NoConversation(id))?)
    }

    fn conversations(
        &self,
        owner: &Owner,
        before: Option<ConversationId>,
        limit: u32,
    ) -> Outcome<Vec<Conversation>> {
        let before = before.map_or(Uuid::max(), |id| id.0).to_string();
        self.all(sql::CONVERSATIONS, params![owner.as_str(), before, limit], conversation)
    }

    fn turns(&self, id: ConversationId, before: Option<RunId>, limit: u32) -> Outcome<Vec<Turn>> {
        let before = before.map_or(Uuid::max(), |run| run.0).to_string();
        let mut turns = self.all(sql::TURNS, params![id.to_string(), before, limit], turn)?;
        turns.reverse();
        for turn in &mut turns {
            turn.answer = self.given(turn.run_id)?.map(|given| given.answer);
        }
        Ok(turns)
    }
}

fn conversation(row: &Row<'_>) -> Outcome<Conversation> {
    let id: ConversationId = json::parse("the id of a conversation", text(row, 0)?)?;
    let what = format_args!("conversation {id}");
    let created_at = row.get(2)?;
    let last_run: Option<i64> = row.get(3)?;
    Ok(Conversation {
        id,
        owner: json::parse(what, text(row, 1)?)?,
        created_at: json::timestamp(what, created_at)?,
        updated_at: json::timestamp(what, last_run.unwrap_or(created_at))?,
    })
}

fn turn(row: &Row<'_>) -> Outcome<Turn> {
    let run_id: RunId = json::parse("the id of a run", text(row, 0)?)?;
    let status = text(row, 2)?;
    Ok(Turn {
        run_id,
        question: row.get(1)?,
        status: RunStatus::parse(status)
            .ok_or_else(|| Fault::Damaged(format!("run {run_id} has the status {status}")))?,
        asked_at: json::timestamp(format_args!("run {run_id}"), row.get(3)?)?,
        answer: None,
    })
}
