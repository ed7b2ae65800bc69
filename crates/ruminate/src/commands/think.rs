//! `ruminate think`

use std::io::Read;

use ruminate_runtime::NewQuestion;
use ruminate_types::{Command, ModelChange, Policy};

use crate::cli::{Global, Think};
use crate::config::{Config, Loaded, milliseconds};
use crate::exit::{Exit, Failure};
use crate::output::note;
use crate::session::{Session, Show};
use crate::wiring::{House, choose_model};
use crate::{background, budget};

pub(crate) async fn think(loaded: Loaded, global: &Global, think: Think) -> Result<Exit, Failure> {
    let text = question(&think.question, loaded.config.think.max_question_chars)?;
    // What can be told without opening anything is told first.
    budget::new(&think.budget, &loaded.config.think, None)?;
    let house = House::open(loaded)?;
    let chosen = choose_model(&house.loaded.config.model, &house.providers, &think.model).await?;
    let policy = policy(&house.loaded.config, &think, chosen.profile.as_ref())?;

    if let Some(model) = &chosen.profile
        && !ruminate_engine::has_room_for_a_call(&policy, model)
    {
        let message = "the budget has no room for a single call";
        return Err(Failure::usage(message, "give at least 1000 tokens, or more money"));
    }

    let new = NewQuestion { text, policy, model: chosen.profile };
    let run = ruminate_runtime::create(house.worker.ports(), new).await?;
    house.worker.tell(run, &Command::Resume { model: ModelChange::Keep }).await?;
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

fn question(argument: &str, most_chars: usize) -> Result<String, Failure> {
    let text = if argument == "-" { stdin(most_chars)? } else { argument.to_owned() };
    let text = text.trim();
    if text.is_empty() {
        let hint = "say what to think about: ruminate think \"Why is the sky dark at night?\"";
        return Err(Failure::usage("the question is empty", hint));
    }
    if text.chars().count() > most_chars {
        return Err(Failure::usage(
            format!("the question has more than the {most_chars} characters that are taken"),
            "shorten it, or raise think.max_question_chars in the configuration",
        ));
    }
    Ok(text.to_owned())
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

fn policy(
    config: &Config,
    think: &Think,
    model: Option<&ruminate_types::ModelProfile>,
) -> Result<Policy, Failure> {
    let mut policy = config.policy(budget::new(&think.budget, &config.think, model)?);
    if let Some(parallel) = think.parallel {
        if !(1..=Policy::MAX_PARALLEL).contains(&parallel) {
            let message = format!("{parallel} foci cannot be explored side by side");
            return Err(Failure::usage(
                message,
                format!("give --parallel 1 to {}", Policy::MAX_PARALLEL),
            ));
        }
        policy.parallel = parallel;
    }
    if let Some(minutes) = think.synthesis_every {
        if !(minutes > 0.0 && minutes.is_finite()) {
            let message = format!("a synthesis cannot be made every {minutes} minutes");
            return Err(Failure::usage(message, "give --synthesis-every more than 0"));
        }
        policy.synthesis.every_ms = milliseconds(minutes * 60.0).max(1);
    }
    if let Some(insights) = think.synthesis_after_insights {
        policy.synthesis.after_insights = insights;
    }
    Ok(policy)
}
