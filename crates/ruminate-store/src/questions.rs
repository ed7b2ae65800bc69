//! The index of questions: what of them changes, read off the events as they are written. The events
//! stay the truth; a fork builds its index from the ones it copied.

use ruminate_types::{Payload, QuestionId};
use rusqlite::{Connection, params};

use crate::fault::Outcome;
use crate::{json, sql};

/// Takes note of one event.
pub(crate) fn project(conn: &Connection, run: &str, seq: u64, payload: &Payload) -> Outcome<()> {
    match payload {
        Payload::Question(question) => {
            let row = params![run, question.id.0, seq, question.priority];
            conn.prepare_cached(sql::INSERT_QUESTION)?.execute(row)?;
        }
        Payload::Reprioritised { changes } => {
            for change in changes {
                let row = params![change.to, run, change.id.0];
                conn.prepare_cached(sql::SET_PRIORITY)?.execute(row)?;
            }
        }
        Payload::Explored { questions } => {
            for question in questions {
                close(conn, run, seq, *question, "explored")?;
            }
        }
        Payload::Shelved { question_id } => {
            close(conn, run, seq, *question_id, "shelved")?;
        }
        _ => {}
    }
    Ok(())
}

fn close(
    conn: &Connection,
    run: &str,
    seq: u64,
    question: QuestionId,
    state: &'static str,
) -> Outcome<()> {
    conn.prepare_cached(sql::CLOSE_QUESTION)?.execute(params![state, seq, run, question.0])?;
    Ok(())
}

/// Builds the index of a run from all its events.
pub(crate) fn rebuild(conn: &Connection, run: &str) -> Outcome<()> {
    let mut statement = conn.prepare_cached(sql::QUESTION_EVENTS)?;
    let mut rows = statement.query([run])?;
    while let Some(row) = rows.next()? {
        let seq = row.get(0)?;
        let text = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
        let payload = json::decode(format_args!("run {run}, event {seq}"), text)?;
        project(conn, run, seq, &payload)?;
    }
    Ok(())
}
