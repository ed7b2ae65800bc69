//! `ruminate think`

use std::io::Read;

use ruminate_runtime::asked::{self, AskedMode, Defaults};
use ruminate_runtime::{Begin, NewQuestion, create};

use crate::background;
use crate::cli::{Global, Think};
use crate::config::Loaded;
use crate::exit::{Exit, Failure};
use crate::output::note;
use crate::session::{Session, Show};
use crate::wiring::{House, choose_model};

pub(crate) async fn think(loaded: Loaded, global: &Global, think: Think) -> Result<Exit, Failure> {
    let defaults = loaded.config.defaults();
    let text = question(&think.question, &defaults)?;
    let asked = think.asked();
    // What can be told without opening anything is told first.
    asked.policy(AskedMode::Extended, &defaults, None)?;
    let house = House::open(loaded)?;
    let chosen = choose_model(&house.loaded.config.model, &house.providers, &think.model).await?;
    let policy = asked.policy(AskedMode::Extended, &defaults, chosen.profile.as_ref())?;

    let new = NewQuestion { text, conversation: Vec::new(), policy, model: chosen.profile };
    let run = create(house.worker.ports(), new, Begin::now()).await?;
    let show = Show::of(global, &think.output);
    if !show.is_for_programs() {
        note!("{}", chosen.told);
    }
    if think.detach {
        background::drive(&house.loaded, run)?;
        return crate::session::tell_detached(run, global.json);
    }
    if !show.is_for_programs() {
        note!("Run {run}");
    }
    Session::driving(&house, run, show, 0).attend().await
}

fn question(argument: &str, defaults: &Defaults) -> Result<String, Failure> {
    if argument == "-" {
        return Ok(asked::question(&stdin(defaults.max_question_chars)?, defaults)?);
    }
    if argument.trim().is_empty() {
        let hint = "say what to think about: ruminate think \"Why is the sky dark at night?\"";
        return Err(Failure::usage("the question is empty", hint));
    }
    Ok(asked::question(argument, defaults)?)
}

/// At most one character more than is taken, at four bytes each: that tells that it is too long.
fn stdin(most_chars: usize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin().take((most_chars as u64 + 1) * 4).read_to_end(&mut bytes)?;
    String::from_utf8(bytes).or_else(|error| {
        let valid = error.utf8_error().valid_up_to();
        match error.utf8_error().error_len() {
            // Only the cut at the end is broken.
            None if valid > 0 => {
                Ok(String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned())
            }
            _ => Err(Failure::usage("the question on stdin is not text", "give it as UTF-8 text")),
        }
    })
}
