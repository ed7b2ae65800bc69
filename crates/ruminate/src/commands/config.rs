//! `ruminate config …`

use serde_json::json;

use crate::cli::Global;
use crate::config::{Config, Loaded};
use crate::env;
use crate::exit::{Exit, Failure};

pub(crate) fn show(loaded: &Loaded, global: &Global) -> Result<Exit, Failure> {
    let from_environment: Vec<&str> = [env::HOME, env::CONFIG, env::MODEL, env::MODEL_URL]
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
        println!("{}", serde_json::to_string_pretty(&told).unwrap_or_default());
        return Ok(Exit::Done);
    }
    let is_there = if loaded.file_exists { "" } else { " (not there: these are the defaults)" };
    println!("# data: {}", loaded.home.display());
    println!("# file: {}{is_there}", loaded.file.display());
    if !from_environment.is_empty() {
        println!("# from the environment: {}", from_environment.join(", "));
    }
    // A configuration holds nothing that TOML cannot.
    print!("\n{}", toml::to_string(&loaded.config).unwrap_or_default());
    Ok(Exit::Done)
}

pub(crate) fn schema() -> Result<Exit, Failure> {
    let schema = schemars::schema_for!(Config);
    println!("{}", serde_json::to_string_pretty(&schema).unwrap_or_default());
    Ok(Exit::Done)
}
