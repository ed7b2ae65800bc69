//! The vectors of an owner's passages in flat arrays, gone over in one pass for each question.

use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};

use ruminate_types::ports::vectors::{LessonVector, Space};

use super::code::{decode, quantised};
use crate::arrays::Strings;
use crate::vectors::kernel::{Rows, products};

/// Among few, none can stand out by much: no more is asked for than this share of what is possible.
const OF_THE_POSSIBLE: f32 = 0.7;

#[derive(Default)]
pub(crate) struct Meanings {
    pub(crate) space: Space,
    /// The number of the last lesson whose vector was taken.
    pub(crate) followed: u64,
    /// A passage's id is its place.
    ids: Strings,
    /// Of each place its components, and their unit; none for what was forgotten.
    parts: Vec<i8>,
    scales: Vec<f32>,
    living: usize,
    /// Room for sums, for as many questions as were ever asked at once.
    room: Mutex<Vec<Vec<i32>>>,
}

/// How like a question a passage is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Like {
    /// The cosine.
    pub(crate) likeness: f32,
    /// How far it stands out, in units of how far the best of so many does by chance.
    pub(crate) standing: f32,
}

/// How like a question all passages are.
pub(crate) struct Likenesses<'a> {
    meanings: &'a Meanings,
    sums: Vec<i32>,
    scale: f32,
    mean: f32,
    /// One unit of standing out.
    unit: f32,
}

impl Meanings {
    pub(crate) fn in_space(space: Space) -> Self {
        Self { space, ..Self::default() }
    }

    fn dimensions(&self) -> usize {
        self.space.dimensions as usize
    }

    /// Takes a passage's vector. One that is damaged is as good as none.
    pub(crate) fn learn(&mut self, LessonVector { lesson, id, vector }: &LessonVector) {
        self.followed = self.followed.max(*lesson);
        let dimensions = self.dimensions();
        let Some((scale, parts)) = decode(vector, dimensions) else { return };
        let (place, is_new) = self.ids.intern(id);
        let place = place as usize;
        if is_new {
            self.parts.resize((place + 1) * dimensions, 0);
            self.scales.push(0.0);
        }
        if self.scales[place] == 0.0 {
            self.living += 1;
        }
        self.scales[place] = scale;
        self.parts[place * dimensions..][..dimensions].copy_from_slice(parts);
    }

    pub(crate) fn forget(&mut self, id: &str) {
        let Some(place) = self.ids.find(id) else { return };
        if std::mem::take(&mut self.scales[place as usize]) > 0.0 {
            self.living -= 1;
        }
        if self.scales.len() > 2 * self.living + 1_000 {
            self.compact();
        }
    }

    fn compact(&mut self) {
        let dimensions = self.dimensions();
        let mut kept = Self::in_space(std::mem::take(&mut self.space));
        let places = self.scales.iter().zip(self.parts.chunks_exact(dimensions)).zip(0..);
        for ((scale, parts), place) in places.filter(|((scale, _), _)| **scale > 0.0) {
            kept.ids.intern(self.ids.get(place));
            kept.scales.push(*scale);
            kept.parts.extend_from_slice(parts);
        }
        kept.living = self.living;
        kept.followed = self.followed;
        *self = kept;
    }

    /// Compares a question with everything. None for one of another space.
    pub(crate) fn like(&self, question: &[f32]) -> Option<Likenesses<'_>> {
        if question.len() != self.dimensions() || self.living == 0 {
            return None;
        }
        let (scale, parts) = quantised(question);
        let probe: Vec<i16> = parts.map(i16::from).collect();
        let mut sums = self.room().pop().unwrap_or_default();
        sums.resize(self.scales.len(), 0);
        let half = self.scales.len() / 2;
        let (front, back) = sums.split_at_mut(half);
        let (rows, more) = self.parts.split_at(half * probe.len());
        products(&probe, Rows { rows, sums: front }, Rows { rows: more, sums: back });
        let mut likenesses = Likenesses { meanings: self, sums, scale, mean: 0.0, unit: 1.0 };
        likenesses.measure();
        Some(likenesses)
    }

    fn room(&self) -> std::sync::MutexGuard<'_, Vec<Vec<i32>>> {
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Likenesses<'_> {
    fn measure(&mut self) {
        let (mut sum, mut squares) = (0.0, 0.0);
        for (_, likeness) in self.living() {
            sum += f64::from(likeness);
            squares += f64::from(likeness) * f64::from(likeness);
        }
        let count = self.meanings.living as f64;
        let mean = sum / count;
        let deviation = (squares / count - mean * mean).max(0.0).sqrt().max(1e-6) as f32;
        let count = count as f32;
        let best_by_chance = (2.0 * count.max(2.0).ln()).sqrt();
        let possible = (count - 1.0) / count.sqrt();
        self.mean = mean as f32;
        self.unit = deviation * best_by_chance.min(OF_THE_POSSIBLE * possible).max(f32::EPSILON);
        if self.meanings.living < 3 {
            // Of two each stands out as much as the other.
            self.unit = f32::INFINITY;
        }
    }

    fn living(&self) -> impl Iterator<Item = (u32, f32)> + '_ {
        let scales = self.meanings.scales.iter().zip(&self.sums).zip(0..);
        let living = scales.filter(|((scale, _), _)| **scale > 0.0);
        living.map(|((scale, sum), place)| (place, scale * self.scale * *sum as f32))
    }

    fn like(&self, likeness: f32) -> Like {
        Like { likeness, standing: (likeness - self.mean) / self.unit }
    }

    pub(crate) fn of(&self, id: &str) -> Option<Like> {
        let place = self.meanings.ids.find(id)? as usize;
        let scale = self.meanings.scales[place];
        (scale > 0.0).then(|| self.like(scale * self.scale * self.sums[place] as f32))
    }

    /// The passages that are most like it, of those that are wanted and stand out so far; at most `most`, the best first; of
    /// equals, the one whose name comes first.
    pub(crate) fn nearest(
        &self,
        most: usize,
        least: f32,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<(&str, Like)> {
        let id = |place: u32| self.meanings.ids.get(place);
        let order = |a: &(u32, f32), b: &(u32, f32)| -> Ordering {
            b.1.total_cmp(&a.1).then_with(|| id(a.0).cmp(id(b.0)))
        };
        let mut best: Vec<(u32, f32)> = Vec::new();
        for (place, likeness) in self.living() {
            let is_full = best.len() >= most;
            let beats = best.last().is_none_or(|last| order(&(place, likeness), last).is_lt());
            if (is_full && !beats) || self.like(likeness).standing < least || !is_wanted(id(place))
            {
                continue;
            }
            let at = best.partition_point(|known| order(known, &(place, likeness)).is_lt());
            best.insert(at, (place, likeness));
            best.truncate(most);
        }
        best.into_iter().map(|(place, likeness)| (id(place), self.like(likeness))).collect()
    }
}

impl Drop for Likenesses<'_> {
    fn drop(&mut self) {
        self.meanings.room().push(std::mem::take(&mut self.sums));
    }
}

#[cfg(test)]
mod tests {
    use super::super::encode;
    use super::*;

    fn meanings(vectors: &[(&str, [f32; 2])]) -> Meanings {
        let space = Space { embedder: "box/one".to_owned(), dimensions: 2 };
        let mut meanings = Meanings::in_space(space);
        for (lesson, (id, vector)) in (1..).zip(vectors) {
            let vector = encode(vector);
            meanings.learn(&LessonVector { lesson, id: (*id).to_owned(), vector });
        }
        meanings
    }

    #[test]
    fn what_stands_out_is_found() {
        let mut some = meanings(&[
            ("a", [0.0, 1.0]),
            ("b", [1.0, 0.0]),
            ("c", [0.1, 0.99]),
            ("d", [-0.1, 0.99]),
            ("e", [0.0, 1.0]),
        ]);
        let found = |some: &Meanings| -> Vec<String> {
            let likenesses = some.like(&[1.0, 0.0]).unwrap();
            let nearest = likenesses.nearest(3, 1.1, |_| true);
            nearest.into_iter().map(|(id, _)| id.to_owned()).collect()
        };
        assert_eq!(found(&some), ["b"]);
        assert!(some.like(&[1.0]).is_none(), "of another space");
        some.forget("b");
        assert_eq!((found(&some).len(), some.living), (1, 4));
        some.forget("unknown");
        assert_eq!(some.followed, 5);
    }

    #[test]
    fn what_was_forgotten_makes_room() {
        let names: Vec<String> = (0..3_000).map(|n| format!("n{n}")).collect();
        let mut many = meanings(&names.iter().map(|id| (&**id, [0.6, 0.8])).collect::<Vec<_>>());
        names[..2_900].iter().for_each(|id| many.forget(id));
        assert!(many.scales.len() < 1_300);
        assert_eq!((many.living, many.followed), (100, 3_000));
        let like = many.like(&[0.6, 0.8]).unwrap().of("n2950").unwrap();
        assert!((like.likeness - 1.0).abs() < 0.01);
        assert_eq!(many.like(&[0.6, 0.8]).unwrap().of("n1"), None);
    }
}
