//! Offering to fetch a model to somebody who has none.

use std::io::{BufRead, IsTerminal, Write, stderr, stdin};

use ruminate_models::weights::{Entry, size};

use crate::boxed::{Boxed, bring, name_the_better};
use crate::env;
use crate::exit::{Exit, Failure};
use crate::in_the_box::{BOX, InTheBox};
use crate::output::note;
use crate::place::Fetch;

/// What became of it.
pub(crate) enum Offered {
    /// The model is here now.
    Fetched(String),
    /// Why there is none.
    No(String),
}

/// Fetches the default model if it may be: whoever sits at a terminal is asked.
pub(crate) async fn offer(fetch: Fetch) -> Result<Offered, Failure> {
    let no = |why: &str| Ok(Offered::No(why.to_owned()));
    if !InTheBox::IS_BUILT_IN || fetch == Fetch::Never {
        return no("none is pulled (`ruminate models pull` gets one)");
    }
    let Ok(boxed) = Boxed::look() else { return no("there is no directory for one") };
    let Some(entry) = boxed.manifest.default_chat() else { return no("none is named to pull") };
    if env::is_offline() {
        return no("none is pulled and RUMINATE_OFFLINE is set");
    }
    let asks = fetch != Fetch::Yes && stdin().is_terminal() && stderr().is_terminal();
    if asks && !is_wanted(entry)? {
        return no("none is wanted (`ruminate models pull` gets one)");
    }
    if !asks && !fetch.is_for_programs() {
        note!("No model is configured, and no Ollama has one: fetching one that needs neither.");
        name_the_better(&boxed.manifest, entry);
    }
    match bring(entry, &boxed.shelf, fetch.is_for_programs()).await {
        Ok(_) => Ok(Offered::Fetched(format!("{BOX}{}", entry.name))),
        Err(failure) if failure.exit == Exit::Interrupted => Err(failure),
        Err(failure) => {
            if fetch.is_for_programs() {
                note!("{}", failure.told(false));
            }
            no(&format!("none could be fetched ({})", failure.message))
        }
    }
}

fn is_wanted(entry: &Entry) -> Result<bool, Failure> {
    let mut out = stderr().lock();
    write!(
        out,
        "No model is configured, and no Ollama has one. Fetch {} ({}, {}), which runs in this program? [Y/n] ",
        entry.name,
        size(entry.bytes()),
        entry.licence
    )?;
    out.flush()?;
    let mut line = String::new();
    // Who closes the terminal has not said yes.
    let is_there = stdin().lock().read_line(&mut line)? > 0;
    Ok(is_there && matches!(line.trim().to_lowercase().as_str(), "" | "y" | "yes"))
}
