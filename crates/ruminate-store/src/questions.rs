//! The index of questions: what of them changes, read off the events as they are written. The events
//! stay the truth; a fork builds its index from the ones it copied.

use ruminate_types::{Payload, QuestionId, QuestionState};
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
                let row = params![run, change.id.0, change.to];
                conn.prepare_cached(sql::SET_PRIORITY)?.execute(row)?;
            }
        }
        Payload::Explored { questions } => {
            for question in questions {
                set_state(conn, run, seq, *question, QuestionState::Explored)?;
            }
        }
        Payload::Shelved { question_id } => {
            set_state(conn, run, seq, *question_id, QuestionState::Shelved)?;
        }
        _ => {}
    }
    Ok(())
}

fn set_state(
    conn: &Connection,
    run: &str,
    seq: u64,
    question: QuestionId,
    state: QuestionState,
) -> Outcome<()> {
    let state = match state {
        QuestionState::Open => "open",
        QuestionState::Explored => "explored",
        QuestionState::Shelved => "shelved",
    };
    conn.prepare_cached(sql::SET_STATE)?.execute(params![run, question.0, state, seq])?;
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
