//! Which run a person means.

use ruminate_types::RunId;
use ruminate_types::ports::store::Runs;

use crate::exit::{Exit, Failure};

/// A run by its id, by the beginning of its id, or the newest one.
pub(crate) async fn find(runs: &dyn Runs, id: &str) -> Result<RunId, Failure> {
    if id.is_empty() {
        return Err(Failure::usage("the run's id is empty", "name a run, or say `last`"));
    }
    // Whether it is there is for the command to see: a damaged run can be deleted, but not looked at.
    if let Ok(id) = id.parse() {
        return Ok(id);
    }
    let hint = "`ruminate runs list` shows the runs there are";
    let prefix = if id == "last" { "" } else { id };
    let is_prefix = prefix.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    let found = if is_prefix { runs.find(&prefix.to_lowercase(), 2).await? } else { Vec::new() };
    match found[..] {
        [] => {
            let message = match id {
                "last" => "there are no runs yet, so there is no last one".to_owned(),
                _ => format!("there is no run {id}"),
            };
            Err(Failure::new(Exit::NotFound, "run_not_found", message, hint))
        }
        [newest, _] if prefix.is_empty() && id == "last" => Ok(newest),
        [one] => Ok(one),
        _ => Err(Failure::usage(format!("more than one run begins with {id}"), hint)),
    }
}
