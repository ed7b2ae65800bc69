//! All that only SQLite knows: how a connection is set up, and how a transaction begins. Another
//! backend replaces this file and keeps the statements.

use std::path::Path;
use std::time::{Duration, Instant};

use ruminate_types::ports::store::StoreError;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::fault::Outcome;
use crate::{Durability, Options};

/// More than there are statements, so that each is prepared once.
const CACHED_STATEMENTS: usize = 192;
/// Pages a connection keeps in memory, in KiB: the windows of the runs that are being driven are
/// read once, so a large cache would hold what nobody asks for again.
const CACHE_KIB: u32 = 2048;
/// How long those who write wait for those who read when the log is to be emptied.
const BRIEFLY: Duration = Duration::from_millis(200);

/// The connection that writes. Makes the file when there is none.
pub(crate) fn open_for_writing(file: &Path, options: &Options) -> Outcome<Connection> {
    let conn = Connection::open_with_flags(
        file,
        OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    // SQLite falls back to reading what it may not write, and would say so at the first commit only.
    if conn.is_readonly("main")? {
        let message = format!("{}: it may be read but not written", file.display());
        return Err(StoreError::ReadOnly { message }.into());
    }
    set_up(&conn, options)?;
    switch_to_wal(&conn, options.busy_timeout)?;
    conn.pragma_update(None, "foreign_keys", true)?;
    conn.pragma_update(None, "temp_store", "MEMORY")?;
    // What is deleted or changed is overwritten, so that nothing of what was forgotten stays in the file.
    conn.pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))?;
    conn.pragma_update(None, "synchronous", options.durability.as_pragma())?;
    if let Some(bytes) = options.max_bytes {
        let page: u64 = conn.pragma_query_value(None, "page_size", |row| row.get(0))?;
        conn.pragma_update_and_check(None, "max_page_count", (bytes / page).max(1), |_| Ok(()))?;
    }
    Ok(conn)
}

/// A connection that reads beside the one that writes; neither waits for the other.
pub(crate) fn open_for_reading(file: &Path, options: &Options) -> Outcome<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(file, flags)?;
    set_up(&conn, options)?;
    Ok(conn)
}

fn set_up(conn: &Connection, options: &Options) -> Outcome<()> {
    conn.busy_timeout(options.busy_timeout)?;
    conn.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    conn.pragma_update(None, "cache_size", -i64::from(CACHE_KIB))?;
    Ok(())
}

/// Two processes that make the same file at once get "busy" without the wait they asked for, because
/// waiting could deadlock them; so the wait is here.
fn switch_to_wal(conn: &Connection, patience: Duration) -> Outcome<()> {
    let since = Instant::now();
    loop {
        let mode = conn
            .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match mode {
            Ok(mode) if mode.eq_ignore_ascii_case("wal") => return Ok(()),
            Ok(mode) => {
                let only = format!("the file system allows the journal mode {mode} only");
                return Err(std::io::Error::other(only).into());
            }
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && since.elapsed() < patience =>
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(error) => return Err(error.into()),
        }
    }
}

impl Durability {
    fn as_pragma(self) -> &'static str {
        match self {
            Self::Full => "FULL",
            Self::Normal => "NORMAL",
        }
    }
}

/// Takes the right to write at once: a transaction that began by reading could not wait for it.
pub(crate) fn begin(conn: &Connection) -> Outcome<()> {
    execute(conn, "BEGIN IMMEDIATE")
}

pub(crate) fn commit(conn: &Connection) -> Outcome<()> {
    execute(conn, "COMMIT")
}

/// Does nothing when the trouble that led here ended the transaction already.
pub(crate) fn roll_back(conn: &Connection) {
    if !conn.is_autocommit() {
        // What fails here is gone when the connection is: nothing was committed.
        let _ = execute(conn, "ROLLBACK");
    }
}

/// A part of a transaction that is kept or undone by itself.
pub(crate) fn begin_part(conn: &Connection) -> Outcome<()> {
    execute(conn, "SAVEPOINT part")
}

pub(crate) fn keep_part(conn: &Connection) -> Outcome<()> {
    execute(conn, "RELEASE part")
}

/// Whether the transaction around it still stands: a full disk takes all of it down.
pub(crate) fn undo_part(conn: &Connection) -> Outcome<bool> {
    if conn.is_autocommit() {
        return Ok(false);
    }
    execute(conn, "ROLLBACK TO part")?;
    keep_part(conn)?;
    Ok(true)
}

fn execute(conn: &Connection, sql: &str) -> Outcome<()> {
    conn.prepare_cached(sql)?.execute([])?;
    Ok(())
}

/// Takes over what is in the log and empties it: pages as they were before lie there. Somebody who reads just now keeps it
/// from being emptied; then it is by the next who wipes it, or by the last who closes the file. Whether it is empty.
pub(crate) fn wipe_log(conn: &Connection) -> Outcome<bool> {
    let patience: u64 = conn.pragma_query_value(None, "busy_timeout", |row| row.get(0))?;
    conn.busy_timeout(BRIEFLY)?;
    let wiped = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
    conn.busy_timeout(Duration::from_millis(patience))?;
    let is_kept = wiped?;
    Ok(!is_kept)
}

/// A number that changes with every commit of any other connection, in any process.
pub(crate) fn data_version(conn: &Connection) -> Outcome<i64> {
    Ok(conn.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))?)
}

pub(crate) fn has_table(conn: &Connection, table: &str) -> Outcome<bool> {
    let sql = "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = $1";
    Ok(conn.query_row(sql, [table], |row| row.get(0))?)
}

/// Looks at every page, but not at whether the indexes agree with the tables. None when all is well.
pub(crate) fn damaged_page(conn: &Connection) -> Outcome<Option<String>> {
    let verdict: String = conn.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((verdict != "ok").then_some(verdict))
}
