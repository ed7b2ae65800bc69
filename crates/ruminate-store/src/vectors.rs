//! Vectors of lessons: a row each, beside the lesson's.

use async_trait::async_trait;
use ruminate_types::ports::store::StoreError;
use ruminate_types::ports::vectors::{LessonVector, Space, SpaceSummary, Vectors};
use ruminate_types::{Lesson, LessonKind, Owner};
use rusqlite::params;

use crate::fault::Outcome;
use crate::knowledge::known;
use crate::writer::Pen;
use crate::{RunStore, json, sql};

#[async_trait]
impl Vectors for RunStore {
    async fn without_vector(
        &self,
        space: &Space,
        after: u64,
        limit: u32,
    ) -> Result<Vec<(u64, Lesson)>, StoreError> {
        let space = space.clone();
        self.readers
            .read(move |lens| {
                let Space { embedder, dimensions } = space;
                let thought = json::encode(&LessonKind::Thought)?;
                let wanted = params![after, thought, embedder, dimensions, limit];
                let found = lens.all(sql::LESSONS_WITHOUT_VECTOR, wanted, known)?;
                Ok(found.into_iter().map(|(seq, known)| (seq, known.lesson)).collect())
            })
            .await
    }

    async fn keep_vectors(
        &self,
        space: &Space,
        vectors: Vec<(u64, Vec<u8>)>,
    ) -> Result<u64, StoreError> {
        let space = space.clone();
        self.writer.write(move |pen| pen.keep_vectors(&space, &vectors)).await
    }

    async fn vectors(
        &self,
        owner: &Owner,
        space: &Space,
        after: u64,
        limit: u32,
    ) -> Result<Vec<LessonVector>, StoreError> {
        let (owner, space) = (owner.clone(), space.clone());
        self.readers
            .read(move |lens| {
                let Space { embedder, dimensions } = space;
                let wanted = params![owner.as_str(), embedder, dimensions, after, limit];
                lens.all(sql::VECTORS_AFTER, wanted, |row| {
                    Ok(LessonVector { lesson: row.get(0)?, id: row.get(1)?, vector: row.get(2)? })
                })
            })
            .await
    }

    async fn spaces(&self, owner: &Owner) -> Result<Vec<SpaceSummary>, StoreError> {
        let owner = owner.clone();
        self.readers
            .read(move |lens| {
                lens.all(sql::SPACES, [owner.as_str()], |row| {
                    let space = Space { embedder: row.get(0)?, dimensions: row.get(1)? };
                    Ok(SpaceSummary { space, lessons: row.get(2)? })
                })
            })
            .await
    }
}

impl Pen {
    fn keep_vectors(&self, space: &Space, vectors: &[(u64, Vec<u8>)]) -> Outcome<u64> {
        let mut keep = self.conn.prepare_cached(sql::KEEP_VECTOR)?;
        let mut kept = 0;
        for (lesson, vector) in vectors {
            let row = params![space.dimensions, space.embedder, vector, lesson];
            kept += keep.execute(row)? as u64;
        }
        Ok(kept)
    }
}
