//! Work on files, off the threads of the runtime.

use std::fs::File;
use std::future::pending;
use std::io::{self, Read};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sha2::{Digest, Sha256};

/// How much is read or written at once.
pub(super) const BLOCK: usize = 1024 * 1024;

/// Tells work that nobody waits for it any more. Without it, a program that was interrupted would only
/// end when a gigabyte is hashed.
#[derive(Clone, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(super) fn check(&self) -> io::Result<()> {
        match self.0.load(Ordering::Relaxed) {
            true => Err(io::Error::other("nobody waits for it")),
            false => Ok(()),
        }
    }
}

struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// Held while anything works on a model's files. Work outlives whoever gives up waiting for it, and so
/// does the lock that it takes along.
pub(super) type Lock = Arc<File>;

/// `lock` is `&()` where only something is looked at.
pub(super) async fn off_thread<T: Send + 'static, L: Clone + Send + 'static>(
    lock: &L,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> T {
    let stop = Stop::default();
    let _waited_for = StopOnDrop(stop.clone());
    let lock = lock.clone();
    let locked = move || {
        let done = work(&stop);
        drop(lock);
        done
    };
    match tokio::task::spawn_blocking(locked).await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            // The runtime ends, and everything that waits in it.
            Err(_) => pending().await,
        },
    }
}

/// The SHA-256 of a file in lower-case hexadecimal.
pub(super) fn sha256(path: &Path, stop: &Stop) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut block = vec![0; BLOCK];
    loop {
        stop.check()?;
        match file.read(&mut block)? {
            0 => return Ok(hex(&hash.finalize())),
            read => hash.update(&block[..read]),
        }
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
