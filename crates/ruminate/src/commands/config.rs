//! `ruminate config …`

use serde_json::json;

use crate::cli::Global;
use crate::config::{Config, Loaded};
use crate::env;
use crate::exit::{Exit, Failure};
use crate::output::{say, say_json};

pub(crate) fn show(loaded: &Loaded, global: &Global) -> Result<Exit, Failure> {
    let from_environment: Vec<&str> =
        [env::HOME, env::CONFIG, env::MODEL, env::MODEL_URL, env::SERVER]
            .into_iter()
            .filter(|name| env::var(name).is_some())
            .collect();
    if global.json {
        let told = json!({
            "home": loaded.home,
            "file": loaded.file,
            "file_exists": loaded.file_exists,
            "from_environment": from_environment,
            "config": loaded.config,
        });
        say_json(&told)?;
        return Ok(Exit::Done);
    }
    let is_there = if loaded.file_exists { "" } else { " (not there: these are the defaults)" };
    say!("# data: {}", loaded.home.display())?;
    say!("# file: {}{is_there}", loaded.file.display())?;
    if !from_environment.is_empty() {
        say!("# from the environment: {}", from_environment.join(", "))?;
    }
    // A configuration holds nothing that TOML cannot.
    say!("\n{}", toml::to_string(&loaded.config).unwrap_or_default().trim_end())?;
    Ok(Exit::Done)
}

pub(crate) fn schema() -> Result<Exit, Failure> {
    let schema = schemars::schema_for!(Config);
    say_json(&schema)?;
    Ok(Exit::Done)
}
