//! What a question in a conversation is asked with.

use ruminate_types::ports::conversations::Conversations;
use ruminate_types::ports::store::StoreError;
use ruminate_types::{ConversationId, Message, Owner, Role};

/// What was said in a conversation so far, oldest first: the newest questions with their answers, about
/// `most` messages. [`StoreError::NoConversation`] when it is not there or not the owner's.
pub async fn said_before(
    conversations: &dyn Conversations,
    owner: &Owner,
    id: ConversationId,
    most: usize,
) -> Result<Vec<Message>, StoreError> {
    conversations.conversation(id, owner).await?;
    let turns = u32::try_from(most.div_ceil(2)).unwrap_or(u32::MAX);
    let turns = conversations.turns(id, None, turns).await?;
    let said = turns.into_iter().flat_map(|turn| {
        let question = Message { role: Role::User, content: turn.question };
        let answer = turn.answer.map(|content| Message { role: Role::Assistant, content });
        std::iter::once(question).chain(answer)
    });
    Ok(said.collect())
}
