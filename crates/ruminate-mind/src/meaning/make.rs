//! Making vectors of what was learned, a batch at a time: what is made stays, whatever happens to the rest.

use std::time::Duration;

use ruminate_types::ports::embedding::{Embedder, TextKind};
use ruminate_types::ports::model::ModelError;
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Lesson, LessonKind};

use super::encode;
use crate::keeper::Keeper;

/// Lessons whose vectors are made together.
const TOGETHER: u32 = 64;
/// How long that may take.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// What came of making some vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The number of the last lesson that was looked at; the next batch goes on from there.
    pub last: u64,
    pub vectors: u64,
    /// Whether there may be more to do.
    pub is_more: bool,
}

/// Why vectors are not made.
#[derive(Debug, thiserror::Error)]
pub enum NotMade {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl Keeper {
    /// Whether an embedder is configured.
    pub fn has_embedder(&self) -> bool {
        self.meaning.is_some()
    }

    /// Makes vectors of lessons of all owners after the number `after` that have none of the configured embedder: one batch.
    /// A text that the embedder refuses gets none.
    pub async fn make_vectors(&self, after: u64) -> Result<Made, NotMade> {
        let Some(meaning) = &self.meaning else {
            return Ok(Made { last: after, ..Made::default() });
        };
        let embedder = meaning.configured.embedder().await?;
        let space = embedder.profile().into();
        // Whatever comes later has a larger number.
        let upto = self.knowledge().last_change().await?;
        let found = meaning.vectors.without_vector(&space, after, TOGETHER).await?;
        let Some(last) = found.last().map(|(number, _)| *number) else {
            return Ok(Made { last: after.max(upto), ..Made::default() });
        };
        let is_more = found.len() == TOGETHER as usize;
        let said = found.iter().map(|(number, lesson)| (*number, said(lesson)));
        let (numbers, texts): (Vec<u64>, Vec<String>) =
            said.filter(|(_, text)| !text.trim().is_empty()).unzip();
        let vectors = embed(&*embedder, &texts).await?;
        let made = numbers.into_iter().zip(vectors);
        let made = made.filter_map(|(number, vector)| Some((number, encode(&vector?))));
        let vectors = meaning.vectors.keep_vectors(&space, made.collect()).await?;
        Ok(Made { last, vectors, is_more })
    }
}

/// One by one where they are refused together; none for each that is refused by itself. Where all are, it is the embedder.
async fn embed(
    embedder: &dyn Embedder,
    texts: &[String],
) -> Result<Vec<Option<Vec<f32>>>, ModelError> {
    let refusal = match embedder.embed(texts, TextKind::Document, TIME_LIMIT).await {
        Ok(embedded) => return Ok(embedded.vectors.into_iter().map(Some).collect()),
        Err(refusal @ ModelError::Rejected { .. }) => refusal,
        Err(error) => return Err(error),
    };
    let mut vectors = Vec::new();
    for text in texts {
        let text = std::slice::from_ref(text);
        match embedder.embed(text, TextKind::Document, TIME_LIMIT).await {
            Ok(mut embedded) => vectors.push(embedded.vectors.pop()),
            Err(ModelError::Rejected { .. }) => vectors.push(None),
            Err(error) => return Err(error),
        }
    }
    if vectors.iter().all(Option::is_none) { Err(refusal) } else { Ok(vectors) }
}

/// What a lesson says, with what it is about, or who says it.
fn said(Lesson { title, text, kind, .. }: &Lesson) -> String {
    match kind {
        LessonKind::Turn { speaker, .. } => format!("{speaker}: {text}"),
        _ if title.is_empty() => text.clone(),
        _ => format!("{title}\n{text}"),
    }
}
