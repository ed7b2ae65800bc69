//! The tables and their versions. Migrations only ever go up, all that are missing in one transaction.

use jiff::Timestamp;
use ruminate_types::ports::store::StoreError;
use rusqlite::{Connection, params};

use crate::fault::Outcome;
use crate::{sql, sqlite};

/// From version 1 on, in order.
const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_runs.sql"),
    include_str!("../migrations/0002_owners.sql"),
    include_str!("../migrations/0003_knowledge.sql"),
    include_str!("../migrations/0004_answers.sql"),
    include_str!("../migrations/0005_reflexes.sql"),
    include_str!("../migrations/0006_attention.sql"),
    include_str!("../migrations/0007_vectors.sql"),
    include_str!("../migrations/0008_letting_go.sql"),
    include_str!("../migrations/0009_silos.sql"),
    include_str!("../migrations/0010_forgotten_sources.sql"),
    include_str!("../migrations/0011_tool_calls.sql"),
];

const KNOWN: i64 = MIGRATIONS.len() as i64;

/// Brings the tables to the version this program knows. [`StoreError::Newer`] when they are past it.
pub(crate) fn migrate(conn: &Connection, now: Timestamp) -> Outcome<()> {
    // Without a transaction first: most of the time there is nothing to do and nobody to wait for.
    if version(conn)? == KNOWN {
        return Ok(());
    }
    sqlite::begin(conn)?;
    let migrated = migrate_from_here(conn, now).and_then(|()| sqlite::commit(conn));
    if migrated.is_err() {
        sqlite::roll_back(conn);
    }
    migrated
}

fn migrate_from_here(conn: &Connection, now: Timestamp) -> Outcome<()> {
    let found = version(conn)?;
    for (number, migration) in (1..).zip(MIGRATIONS).skip_while(|(number, _)| *number <= found) {
        conn.execute_batch(migration)?;
        conn.execute(sql::SET_SCHEMA_VERSION, params![number, now.as_millisecond()])?;
    }
    Ok(())
}

/// 0 for a new file.
fn version(conn: &Connection) -> Outcome<i64> {
    if !sqlite::has_table(conn, "schema_version")? {
        return Ok(0);
    }
    let found = conn.query_row(sql::SCHEMA_VERSION, [], |row| row.get(0))?;
    if found > KNOWN {
        return Err(StoreError::Newer { found, known: KNOWN }.into());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> Connection {
        let conn = Connection::open_in_memory().unwrap();
        migrate(&conn, Timestamp::UNIX_EPOCH).unwrap();
        conn
    }

    #[test]
    fn parameters_are_numbered_as_they_appear() {
        let conn = schema();
        for (name, statement) in sql::all() {
            let prepared = conn.prepare(statement).unwrap();
            for number in 1..=prepared.parameter_count() {
                let expected = format!("${number}");
                assert_eq!(prepared.parameter_name(number), Some(&*expected), "{name}");
            }
        }
    }

    #[test]
    fn no_statement_looks_at_a_whole_table() {
        let conn = schema();
        let mut scans = Vec::new();
        for (name, statement) in sql::all() {
            let mut plan = conn.prepare(&format!("EXPLAIN QUERY PLAN {statement}")).unwrap();
            let parameters = vec![rusqlite::types::Null; plan.parameter_count()];
            let lines = plan
                .query_map(rusqlite::params_from_iter(parameters), |row| row.get::<_, String>(3))
                .unwrap();
            scans.extend(lines.map(Result::unwrap).filter_map(|line| {
                let whole = line.starts_with("SCAN") && line != "SCAN CONSTANT ROW";
                whole.then(|| format!("{name}: {line}"))
            }));
        }
        assert_eq!(scans, Vec::<String>::new());
    }
}
