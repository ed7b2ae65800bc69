//! What was learned: the ports, and the statements behind them. A lesson is a row, and what says it
//! are rows of `grounds`; one without grounds is deleted, and leaves its number among the forgotten.

use async_trait::async_trait;
use ruminate_types::ports::knowledge::{
    Beneath, Knowledge, Learning, Reading, SiloSummary, SourceSummary, Sources, Tally, beneath,
};
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Change, Changed, Confidence, Known, Lesson, LessonKind, Owner, Silo};
use rusqlite::{OptionalExtension, Row, params};
use sha2::{Digest, Sha256};

use crate::fault::Outcome;
use crate::reader::Lens;
use crate::runs::text;
use crate::writer::Pen;
use crate::{RunStore, json, sql};

/// Lessons that are forgotten in one transaction: others want to write too.
const AT_ONCE: u32 = 500;
/// A number past that of any reading.
const EVERY_READING: u64 = u64::MAX >> 1;

#[async_trait]
impl Learning for RunStore {
    async fn begin_reading(
        &self,
        owner: &Owner,
        source: &str,
        silo: &Silo,
    ) -> Result<Reading, StoreError> {
        let (owner, source, silo) = (owner.clone(), source.to_owned(), silo.clone());
        self.writer.write(move |pen| pen.begin_reading(owner, source, silo)).await
    }

    async fn learn(&self, reading: &Reading, lessons: Vec<Lesson>) -> Result<Tally, StoreError> {
        let reading = reading.clone();
        self.writer
            .write(move |pen| {
                pen.must_go_on(&reading)?;
                let mut tally = Tally::default();
                for lesson in &lessons {
                    pen.learn(&reading, lesson, &mut tally)?;
                }
                Ok(tally)
            })
            .await
    }

    async fn finish_reading(&self, reading: &Reading, digest: &str) -> Result<u64, StoreError> {
        let Reading { owner, source, number, .. } = reading;
        let begun = reading.clone();
        self.writer.write(move |pen| pen.must_go_on(&begun)).await?;
        let gone = self.take_grounds(owner, source, *number).await?;
        let (reading, digest) = (reading.clone(), digest.to_owned());
        self.writer
            .write(move |pen| {
                pen.must_go_on(&reading)?;
                pen.conn.prepare_cached(sql::FINISH_READING)?.execute(params![
                    digest,
                    pen.now().as_millisecond(),
                    reading.owner.as_str(),
                    reading.source,
                    reading.number
                ])?;
                Ok(())
            })
            .await?;
        Ok(gone)
    }

    async fn unlearn(&self, owner: &Owner, source_or_id: &str) -> Result<Option<u64>, StoreError> {
        if self.source(owner, source_or_id).await?.is_some() {
            let gone = self.take_grounds(owner, source_or_id, EVERY_READING).await?;
            let (owner, source) = (owner.clone(), source_or_id.to_owned());
            let rest = self.writer.write(move |pen| pen.forget_source(&owner, &source)).await?;
            return Ok(Some(gone + rest));
        }
        let (owner, id) = (owner.clone(), source_or_id.to_owned());
        self.writer
            .write(move |pen| match pen.ground(&owner, &id)? {
                Some(_) => Ok(Some(u64::from(pen.take_ground(&owner, &id)?))),
                None => {
                    let (held, lessons) = pen.count_held(sql::HELD_OF, &owner, &id)?;
                    Ok((held > 0).then_some(lessons))
                }
            })
            .await
    }

    async fn unlearn_beneath(&self, owner: &Owner, dir: &str) -> Result<Beneath, StoreError> {
        let prefix = beneath(dir);
        let mut gone = Beneath::default();
        loop {
            // What is forgotten makes room for what comes after it.
            let mut some = self.sources(owner, &prefix, AT_ONCE).await?;
            some.retain(|known| known.source.starts_with(&prefix));
            if some.is_empty() {
                return if gone == Beneath::default() {
                    self.held_beneath(owner, prefix).await
                } else {
                    Ok(gone)
                };
            }
            for known in some {
                gone.sources += 1;
                gone.lessons += self.unlearn(owner, &known.source).await?.unwrap_or_default();
            }
        }
    }
}

#[async_trait]
impl Knowledge for RunStore {
    async fn changes(
        &self,
        owner: &Owner,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Change>, StoreError> {
        let owner = owner.clone();
        self.readers.read(move |lens| lens.changes(&owner, after, limit)).await
    }

    async fn happened(&self, owner: &Owner, change: u64) -> Result<bool, StoreError> {
        let owner = owner.clone();
        self.readers
            .read(move |lens| {
                let mut happened = lens.conn.prepare_cached(sql::HAPPENED)?;
                Ok(happened.query_row(params![owner.as_str(), change], |row| row.get(0))?)
            })
            .await
    }

    async fn last_change(&self) -> Result<u64, StoreError> {
        self.readers.read(|lens| last_change(&lens.conn)).await
    }

    async fn known(&self, owner: &Owner, ids: &[String]) -> Result<Vec<Known>, StoreError> {
        let (owner, ids) = (owner.clone(), ids.to_vec());
        self.readers
            .read(move |lens| {
                let mut lessons = Vec::new();
                for id in ids {
                    lessons.extend(lens.all(sql::LESSON, params![owner.as_str(), id], known)?);
                }
                Ok(lessons.into_iter().map(|(_, known)| known).collect())
            })
            .await
    }
}

#[async_trait]
impl Sources for RunStore {
    async fn source(
        &self,
        owner: &Owner,
        source: &str,
    ) -> Result<Option<SourceSummary>, StoreError> {
        let (owner, source) = (owner.clone(), source.to_owned());
        self.readers
            .read(move |lens| {
                Ok(lens.all(sql::SOURCE, params![owner.as_str(), source], summary)?.pop())
            })
            .await
    }

    async fn sources(
        &self,
        owner: &Owner,
        after: &str,
        limit: u32,
    ) -> Result<Vec<SourceSummary>, StoreError> {
        let (owner, after) = (owner.clone(), after.to_owned());
        self.readers
            .read(move |lens| {
                lens.all(sql::SOURCES, params![owner.as_str(), after, limit], summary)
            })
            .await
    }

    async fn silos(&self, owner: &Owner) -> Result<Vec<SiloSummary>, StoreError> {
        let owner = owner.clone();
        self.readers
            .read(move |lens| {
                lens.all(sql::SILOS, [owner.as_str()], |row| {
                    let silo = json::parse("a silo", text(row, 0)?)?;
                    Ok(SiloSummary { silo, lessons: row.get(1)? })
                })
            })
            .await
    }
}

impl RunStore {
    /// What a command that was cut has forgotten there, and nobody has let go of.
    async fn held_beneath(&self, owner: &Owner, prefix: String) -> Result<Beneath, StoreError> {
        let owner = owner.clone();
        let held = move |pen: &mut Pen| pen.count_held(sql::HELD_BENEATH, &owner, &prefix);
        let (sources, lessons) = self.writer.write(held).await?;
        Ok(Beneath { sources, lessons })
    }

    /// Takes a source away from what rests on it since readings before `reading`. Tells how many lessons
    /// are gone with it.
    async fn take_grounds(
        &self,
        owner: &Owner,
        source: &str,
        reading: u64,
    ) -> Result<u64, StoreError> {
        let mut gone = 0;
        loop {
            let (owner, source) = (owner.clone(), source.to_owned());
            let taken = self.writer.write(move |pen| pen.take_some(&owner, &source, reading));
            let (rows, lessons) = taken.await?;
            gone += lessons;
            if rows < AT_ONCE as usize {
                return Ok(gone);
            }
        }
    }
}

/// What is noted down of something that is not known any more.
struct Forgotten<'a> {
    name: &'a str,
    said: &'a str,
    /// The lesson's number.
    undid: Option<u64>,
    source: &'a str,
}

/// What says a lesson.
struct Ground {
    source: String,
    lesson: u64,
}

impl Pen {
    fn begin_reading(&self, owner: Owner, source: String, silo: Silo) -> Outcome<Reading> {
        let mut begin = self.conn.prepare_cached(sql::BEGIN_READING)?;
        let now = self.now().as_millisecond();
        let number = begin
            .query_row(params![owner.as_str(), source, silo.as_str(), now], |row| row.get(0))?;
        Ok(Reading { owner, source, silo, number })
    }

    /// Two readings of a source at once would each take away what the other says.
    fn must_go_on(&self, reading: &Reading) -> Outcome<()> {
        let Reading { owner, source, silo, number } = reading;
        let mut under_way = self.conn.prepare_cached(sql::READING_UNDER_WAY)?;
        // Numbers that the database cannot hold are no reading's.
        let number = i64::try_from(*number).unwrap_or(-1);
        let is_under_way = under_way
            .query_row(params![owner.as_str(), source, number, silo.as_str()], |row| row.get(0))?;
        if is_under_way { Ok(()) } else { Err(reading.over().into()) }
    }

    fn learn(&self, reading: &Reading, lesson: &Lesson, tally: &mut Tally) -> Outcome<()> {
        let Reading { owner, source, .. } = reading;
        let hash = hash(&reading.silo, lesson)?;
        let (id, ground) = self.own_id(owner, source, &lesson.id)?;
        let known = self.lesson_of(owner, &hash)?;
        if let Some(Ground { lesson: grounded, .. }) = ground {
            if known == Some(grounded) {
                let mut touch = self.conn.prepare_cached(sql::TOUCH_GROUND)?;
                touch.execute(params![reading.number, owner.as_str(), id])?;
                tally.known += 1;
                return Ok(());
            }
            self.take_ground(owner, &id)?;
            tally.replaced += 1;
        } else if known.is_some() {
            tally.known += 1;
        } else {
            tally.new += 1;
        }
        let seq = match known {
            Some(seq) => seq,
            None => self.insert_lesson(reading, lesson, &hash, &id)?,
        };
        self.conn.prepare_cached(sql::INSERT_GROUND)?.execute(params![
            owner.as_str(),
            id,
            source,
            seq,
            reading.number
        ])?;
        Ok(())
    }

    /// The id under which the source may say something: its own, or with its name where another source
    /// uses it.
    fn own_id(&self, owner: &Owner, source: &str, id: &str) -> Outcome<(String, Option<Ground>)> {
        let mut id = id.to_owned();
        loop {
            match self.ground(owner, &id)? {
                Some(other) if other.source != source => id = format!("{source}#{id}"),
                own => return Ok((id, own)),
            }
        }
    }

    fn ground(&self, owner: &Owner, id: &str) -> Outcome<Option<Ground>> {
        let mut found = self.conn.prepare_cached(sql::GROUND)?;
        Ok(found.query_row([owner.as_str(), id], ground).optional()?)
    }

    fn lesson_of(&self, owner: &Owner, hash: &str) -> Outcome<Option<u64>> {
        let mut lesson = self.conn.prepare_cached(sql::LESSON_BY_HASH)?;
        Ok(lesson.query_row(params![owner.as_str(), hash], |row| row.get(0)).optional()?)
    }

    fn insert_lesson(
        &self,
        reading: &Reading,
        lesson: &Lesson,
        hash: &str,
        id: &str,
    ) -> Outcome<u64> {
        let seq = last_change(&self.conn)? + 1;
        self.conn.prepare_cached(sql::INSERT_LESSON)?.execute(params![
            seq,
            reading.owner.as_str(),
            hash,
            id,
            reading.silo.as_str(),
            self.now().as_millisecond(),
            lesson.confidence.get(),
            reading.source,
            json::encode(&lesson.kind)?,
            lesson.at,
            lesson.title,
            lesson.text,
        ])?;
        let mut count = self.conn.prepare_cached(sql::COUNT_LESSON)?;
        count.execute([reading.owner.as_str(), reading.silo.as_str()])?;
        Ok(seq)
    }

    /// Forgets a source and all that is left of it, whether there is one or not. Tells how many lessons are gone with it.
    pub(crate) fn forget_source(&self, owner: &Owner, source: &str) -> Outcome<u64> {
        let mut gone = 0;
        loop {
            let (rows, lessons) = self.take_some(owner, source, EVERY_READING)?;
            gone += lessons;
            if rows < AT_ONCE as usize {
                break;
            }
        }
        let mut delete = self.conn.prepare_cached(sql::DELETE_SOURCE)?;
        delete.execute(params![owner.as_str(), source])?;
        Ok(gone)
    }

    fn take_some(&self, owner: &Owner, source: &str, reading: u64) -> Outcome<(usize, u64)> {
        let mut some = self.conn.prepare_cached(sql::GROUNDS_OF)?;
        let rows =
            some.query_map(params![owner.as_str(), source, reading, AT_ONCE], |row| row.get(0))?;
        let grounds = rows.collect::<Result<Vec<String>, _>>()?;
        let mut gone = 0;
        for id in &grounds {
            gone += u64::from(self.take_ground(owner, id)?);
        }
        Ok((grounds.len(), gone))
    }

    /// Takes one ground away from a lesson. Without any it is gone; one that went by that ground's name
    /// takes another's. Tells whether it is gone.
    fn take_ground(&self, owner: &Owner, id: &str) -> Outcome<bool> {
        let mut delete = self.conn.prepare_cached(sql::DELETE_GROUND)?;
        // The lesson may have another number than a moment ago, when the source says it twice.
        let Ground { source, lesson } = delete.query_row([owner.as_str(), id], ground)?;
        let mut name = self.conn.prepare_cached(sql::NAME_OF_LESSON)?;
        let name: String = name.query_row([lesson], |row| row.get(0))?;
        let mut other = self.conn.prepare_cached(sql::GROUND_OF_LESSON)?;
        let other: Option<(String, String)> =
            other.query_row([lesson], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let last = last_change(&self.conn)?;
        let said = match &other {
            Some(_) if name != id => return Ok(false),
            Some((id, source)) => {
                let mut rename = self.conn.prepare_cached(sql::RENAME_LESSON)?;
                rename.execute(params![last + 2, id, source, lesson])?;
                let mut follow = self.conn.prepare_cached(sql::FOLLOW_LESSON)?;
                follow.execute(params![last + 2, lesson])?;
                let mut follow = self.conn.prepare_cached(sql::FOLLOW_LESSON_WITH_VECTOR)?;
                follow.execute(params![last + 2, lesson])?;
                String::new()
            }
            None => self.delete_lesson(owner, lesson)?,
        };
        let gone = Forgotten { name: &name, said: &said, undid: Some(lesson), source: &source };
        self.note_forgotten(last + 1, owner, gone)?;
        Ok(other.is_none())
    }

    /// Tells what it said.
    fn delete_lesson(&self, owner: &Owner, lesson: u64) -> Outcome<String> {
        self.conn.prepare_cached(sql::DELETE_VECTOR)?.execute([lesson])?;
        let mut delete = self.conn.prepare_cached(sql::DELETE_LESSON)?;
        let (silo, said): (String, String) =
            delete.query_row([lesson], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for change in [sql::DISCOUNT_LESSON, sql::DELETE_EMPTY_SILO] {
            self.conn.prepare_cached(change)?.execute([owner.as_str(), &silo])?;
        }
        Ok(said)
    }

    fn note_forgotten(&self, seq: u64, owner: &Owner, gone: Forgotten<'_>) -> Outcome<()> {
        let Forgotten { name, said, undid, source } = gone;
        let mut forget = self.conn.prepare_cached(sql::INSERT_FORGOTTEN)?;
        forget.execute(params![seq, owner.as_str(), name, said, undid, source])?;
        Ok(())
    }

    /// What a statement counts of what was forgotten and not let go of yet.
    fn count_held(&self, statement: &str, owner: &Owner, of: &str) -> Outcome<(u64, u64)> {
        let mut held = self.conn.prepare_cached(statement)?;
        Ok(held.query_row([owner.as_str(), of], |row| Ok((row.get(0)?, row.get(1)?)))?)
    }

    /// Notes down what was said under a name that no lesson has, for the mind to let go of.
    pub(crate) fn hold(&self, owner: &Owner, name: &str, said: &str) -> Outcome<()> {
        let gone = Forgotten { name, said, undid: None, source: "" };
        self.note_forgotten(last_change(&self.conn)? + 1, owner, gone)
    }
}

impl Lens {
    fn changes(&self, owner: &Owner, after: u64, limit: u32) -> Outcome<Vec<Change>> {
        let page = || params_of(owner, after, limit);
        let learned = self.all(sql::LESSONS_AFTER, page(), known)?;
        let forgotten = self.all(sql::FORGOTTEN_AFTER, page(), |row| {
            Ok(Change { seq: row.get(0)?, what: Changed::Forgotten { id: row.get(1)? } })
        })?;
        let learned = learned
            .into_iter()
            .map(|(seq, known)| Change { seq, what: Changed::Learned(Box::new(known)) });
        let mut changes: Vec<Change> = learned.chain(forgotten).collect();
        changes.sort_by_key(|change| change.seq);
        changes.truncate(limit as usize);
        Ok(changes)
    }
}

fn ground(row: &Row<'_>) -> rusqlite::Result<Ground> {
    Ok(Ground { source: row.get(0)?, lesson: row.get(1)? })
}

fn params_of(owner: &Owner, after: u64, limit: u32) -> (String, u64, u32) {
    (owner.as_str().to_owned(), after, limit)
}

fn last_change(conn: &rusqlite::Connection) -> Outcome<u64> {
    let last = |statement| -> Outcome<u64> {
        Ok(conn.prepare_cached(statement)?.query_row([], |row| row.get(0))?)
    };
    Ok(last(sql::LAST_LESSON)?.max(last(sql::LAST_FORGOTTEN)?))
}

/// The same text in the same silo, whoever says it; of a fact that was given, also who is said to say it (its kind tells), and
/// how sure that is.
fn hash(silo: &Silo, lesson: &Lesson) -> Outcome<String> {
    let mut hasher = Sha256::new();
    for part in [silo.as_str(), &lesson.title, &lesson.at, &json::encode(&lesson.kind)?] {
        hasher.update(part);
        hasher.update([0]);
    }
    hasher.update(&lesson.text);
    if let LessonKind::Triple { .. } = lesson.kind {
        hasher.update(lesson.confidence.get().to_bits().to_be_bytes());
    }
    Ok(hasher.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect())
}

pub(crate) fn known(row: &Row<'_>) -> Outcome<(u64, Known)> {
    let seq = row.get(0)?;
    let id: String = row.get(1)?;
    let what = format_args!("lesson {id}");
    let known = Known {
        silo: json::parse(what, text(row, 2)?)?,
        learned_at: json::timestamp(what, row.get(3)?)?,
        source: row.get(5)?,
        lesson: Lesson {
            confidence: Confidence::new(row.get(4)?),
            kind: json::decode(what, text(row, 6)?)?,
            at: row.get(7)?,
            title: row.get(8)?,
            text: row.get(9)?,
            id: id.clone(),
        },
    };
    Ok((seq, known))
}

fn summary(row: &Row<'_>) -> Outcome<SourceSummary> {
    let source: String = row.get(0)?;
    let what = format_args!("source {source}");
    Ok(SourceSummary {
        silo: json::parse(what, text(row, 1)?)?,
        learned_at: json::timestamp(what, row.get(2)?)?,
        digest: row.get(3)?,
        source: source.clone(),
    })
}
