//! `ruminate think`

use std::io::Read;

use ruminate_runtime::NewQuestion;
use ruminate_types::{Command, ModelChange, Policy};

use crate::cli::{Global, Think};
use crate::config::{Config, Loaded, milliseconds};
use crate::exit::{Exit, Failure};
use crate::session::{Session, Show};
use crate::wiring::{House, choose_model};
use crate::{background, budget};

pub(crate) async fn think(loaded: Loaded, global: &Global, think: Think) -> Result<Exit, Failure> {
    let text = question(&think.question, loaded.config.think.max_question_chars)?;
    // What can be told without opening anything is told first.
    budget::new(&think.budget, &loaded.config.think, None)?;
    let house = House::open(loaded)?;
    let chosen = choose_model(&house, &think.model).await?;
    let policy = policy(&house.loaded.config, &think, chosen.profile.as_ref())?;

    let new = NewQuestion { text, policy, model: chosen.profile };
    let run = ruminate_runtime::create(house.worker.ports(), new).await?;
    house.worker.tell(run, &Command::Resume { model: ModelChange::Keep }).await?;
    let show = Show::of(global, &think.output);
    if !show.is_for_programs() {
        eprintln!("{}", chosen.told);
    }
    if think.detach {
        background::drive(&house.loaded, run)?;
        return crate::session::tell_detached(run, global.json);
    }
    if !show.is_for_programs() {
        eprintln!("Run {run}");
    }
    Session::driving(&house, run, show).attend().await
}

fn question(argument: &str, most_chars: usize) -> Result<String, Failure> {
    let text = if argument == "-" {
        let mut text = String::new();
        // One character more than is taken, at four bytes each, tells that it is too long.
        let most = (most_chars as u64 + 1) * 4;
        std::io::stdin().take(most).read_to_string(&mut text).map_err(|error| {
            Failure::usage(
                format!("the question on stdin cannot be read: {error}"),
                "give it as UTF-8 text",
            )
        })?;
        text
    } else {
        argument.to_owned()
    };
    let text = text.trim();
    if text.is_empty() {
        let hint = "say what to think about: ruminate think \"Why is the sky dark at night?\"";
        return Err(Failure::usage("the question is empty", hint));
    }
    let chars = text.chars().count();
    if chars > most_chars {
        return Err(Failure::usage(
            format!(
                "the question has {chars} characters, more than the {most_chars} that are taken"
            ),
            "shorten it, or raise think.max_question_chars in the configuration",
        ));
    }
    Ok(text.to_owned())
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
