//! `planning.next_step`: what to do next, by how much is still open and by what is allowed.

use async_trait::async_trait;
use ruminate_types::ports::tool::{ToolContext, ToolError};
use ruminate_types::tool::{ToolAnnotations, ToolPolicy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::graph::ordered;
use crate::evidence::{By, said, with_notes};
use crate::faculties::Faculties;
use crate::gate;
use crate::library::Library;
use crate::markdown::table;
use crate::typed::Typed;

const PROMPT: &str = include_str!("../prompts/next_step.txt");
const MOST_SUBTASKS: usize = 100;
const MOST_GOAL: usize = 4_000;
/// What is assumed where neither the caller nor the memory says how open something is.
const OPEN: f64 = 0.8;
/// What a subtask is worth beside its own uncertainty for each one that waits for it.
const UNLOCKS: f64 = 0.25;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NextStepInput {
    pub goal: String,
    pub subtasks: Vec<Task>,
    /// What may be done.
    #[serde(default)]
    pub policy: StepPolicy,
    /// From here on no more has to be found out.
    #[serde(default = "enough")]
    pub enough: f64,
}

fn enough() -> f64 {
    0.15
}

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Task {
    pub id: String,
    pub title: String,
    #[serde(default, alias = "depends_on")]
    pub depends_on: Vec<String>,
    #[serde(default)]
    pub status: Status,
    /// How open its outcome is, from 0 to 1; worked out where it is not given.
    #[serde(default)]
    pub uncertainty: Option<f64>,
    /// What it costs beside the others; 1 where nothing is said.
    #[serde(default)]
    pub cost: Option<f64>,
    /// The tool it needs.
    #[serde(default)]
    pub tool: Option<String>,
    /// Whether it changes something.
    #[serde(default)]
    pub changes: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    #[default]
    Open,
    Doing,
    Done,
    Failed,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct StepPolicy {
    /// Tools by name or pattern; what none of them matches is not allowed.
    pub allow: Vec<String>,
    pub deny: Vec<String>,
    /// Only what changes nothing.
    pub read_only: bool,
    /// Calls that are left; none: as many as it takes.
    pub calls_left: Option<u32>,
}

impl Default for StepPolicy {
    fn default() -> Self {
        let ToolPolicy { allow, deny, read_only, .. } = ToolPolicy::default();
        Self { allow, deny, read_only, calls_left: None }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextStep {
    pub action: Action,
    /// The subtask to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Ranked>,
    pub reason: String,
    /// The mean of what is still open.
    pub remaining_uncertainty: f64,
    /// All that could be done now, the best first.
    pub ranking: Vec<Ranked>,
    pub blocked: Vec<Blocked>,
    pub by: By,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Do the step.
    Do,
    /// Something is being done that everything else waits for.
    Wait,
    /// Enough is known: put the answer together.
    Synthesize,
    /// Nothing that is left may be done.
    Stuck,
}

#[derive(Clone, Serialize, JsonSchema)]
pub struct Ranked {
    pub id: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    pub score: f64,
    pub uncertainty: f64,
    /// How many wait for it.
    pub unlocks: usize,
    pub why: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Blocked {
    pub id: String,
    pub why: String,
}

#[derive(Deserialize, JsonSchema)]
struct Advice {
    uncertainties: Vec<AdvisedUncertainty>,
    first: Option<usize>,
    why: String,
}

#[derive(Deserialize, JsonSchema)]
struct AdvisedUncertainty {
    subtask: usize,
    uncertainty: f64,
}

pub struct NextStepTool(pub Faculties);

#[async_trait]
impl Typed for NextStepTool {
    type Input = NextStepInput;
    type Output = NextStep;
    const NAME: &'static str = "planning.next_step";
    const TITLE: &'static str = "Choose the next step";
    const DESCRIPTION: &'static str = "Chooses what to do next among subtasks: what is most open, unlocks most and costs least, of what may be done now.";
    const ANNOTATIONS: ToolAnnotations = ToolAnnotations::PURE;

    async fn run(
        &self,
        input: NextStepInput,
        context: &ToolContext,
    ) -> Result<NextStep, ToolError> {
        check(&input)?;
        let mut notes = Vec::new();
        let (ready, blocked) = sorted(&input, &mut notes);
        let mut ranking = Vec::new();
        for task in &ready {
            ranking.push(self.ranked(task, &input.subtasks, context, &mut notes).await);
        }
        let advice = self.advise(&input.goal, &ready, &ranking, context, &mut notes).await;
        let advised = advice.as_ref().map(|advice| heard(advice, &ready, &mut ranking));
        ranking.sort_by(|a, b| b.score.total_cmp(&a.score));
        let remaining = remaining(&input.subtasks, &ranking);
        let (action, reason) = decide(&input, &ranking, &blocked, remaining);
        let step = (action == Action::Do).then(|| ranking.first().cloned()).flatten();
        let reason = match (&step, advised.flatten()) {
            (Some(step), Some((id, why))) if step.id == id => format!("{reason} {why}"),
            _ => reason,
        };
        let by = if advice.is_some() { By::Both } else { By::Facts };
        Ok(NextStep {
            action,
            step,
            reason,
            remaining_uncertainty: remaining,
            ranking,
            blocked,
            by,
            notes,
        })
    }

    fn told(output: &NextStep) -> String {
        let mut told = match &output.step {
            Some(step) => format!("**{}: {}**\n\n{}", step.id, step.title, output.reason),
            None => output.reason.clone(),
        };
        if output.ranking.len() > 1 {
            let head = ["", "Subtask", "Open", "Unlocks", "Score"].map(str::to_owned);
            let rows = output.ranking.iter().map(|one| {
                vec![
                    one.id.clone(),
                    one.title.clone(),
                    format!("{:.2}", one.uncertainty),
                    one.unlocks.to_string(),
                    format!("{:.2}", one.score),
                ]
            });
            told.push_str(&format!("\n\n{}", table(&head, rows)));
        }
        told.push_str(&crate::markdown::list(
            "Not now",
            output.blocked.iter().map(|one| format!("{}: {}", one.id, one.why)),
        ));
        with_notes(told, &output.notes)
    }
}

fn check(input: &NextStepInput) -> Result<(), ToolError> {
    said("goal", &input.goal, MOST_GOAL)?;
    if input.subtasks.is_empty() || input.subtasks.len() > MOST_SUBTASKS {
        return Err(ToolError::invalid(
            "subtasks",
            format!("there have to be 1 to {MOST_SUBTASKS}"),
        ));
    }
    for (at, task) in input.subtasks.iter().enumerate() {
        said(&format!("subtasks[{at}].id"), &task.id, 200)?;
        said(&format!("subtasks[{at}].title"), &task.title, 500)?;
        if input.subtasks[..at].iter().any(|other| other.id == task.id) {
            return Err(ToolError::invalid(
                format!("subtasks[{at}].id"),
                format!("`{}` is there twice", task.id),
            ));
        }
        if task.cost.is_some_and(|cost| cost.is_nan() || cost <= 0.0) {
            return Err(ToolError::invalid(
                format!("subtasks[{at}].cost"),
                "it has to be more than 0",
            ));
        }
    }
    Ok(())
}

/// What can be done now, and what cannot, with why.
fn sorted<'a>(input: &'a NextStepInput, notes: &mut Vec<String>) -> (Vec<&'a Task>, Vec<Blocked>) {
    let mut needs: Vec<(String, Vec<String>)> =
        input.subtasks.iter().map(|task| (task.id.clone(), task.depends_on.clone())).collect();
    for (id, need) in ordered(&mut needs).dropped {
        notes.push(format!("{id} cannot depend on {need}: that is not there, or closes a circle."));
    }
    let status =
        |id: &str| input.subtasks.iter().find(|task| task.id == id).map(|task| task.status);
    let (mut ready, mut blocked) = (Vec::new(), Vec::new());
    for (task, (_, needs)) in input.subtasks.iter().zip(&needs) {
        let waits: Vec<&str> = needs
            .iter()
            .filter(|id| status(id) != Some(Status::Done))
            .map(String::as_str)
            .collect();
        let why = match task.status {
            Status::Done => continue,
            Status::Doing => Some("it is being done".to_owned()),
            Status::Failed => Some("it failed".to_owned()),
            Status::Open if !waits.is_empty() => Some(format!("it waits for {}", waits.join(", "))),
            Status::Open => forbidden(task, &input.policy),
        };
        match why {
            Some(why) => blocked.push(Blocked { id: task.id.clone(), why }),
            None => ready.push(task),
        }
    }
    (ready, blocked)
}

/// Why the policy does not let it be done.
fn forbidden(task: &Task, policy: &StepPolicy) -> Option<String> {
    if policy.read_only && task.changes {
        return Some("it changes something, and only reading is allowed".into());
    }
    let tool = task.tool.as_deref()?;
    if policy.calls_left == Some(0) {
        return Some("no calls of tools are left".into());
    }
    let matches = |patterns: &[String]| patterns.iter().any(|pattern| gate::matches(pattern, tool));
    (matches(&policy.deny) || !matches(&policy.allow)).then(|| format!("{tool} is not allowed"))
}

impl NextStepTool {
    async fn ranked(
        &self,
        task: &Task,
        all: &[Task],
        context: &ToolContext,
        notes: &mut Vec<String>,
    ) -> Ranked {
        let (uncertainty, why) = match task.uncertainty {
            Some(given) => (given.clamp(0.0, 1.0), "as given"),
            None => self.openness(task, context, notes).await,
        };
        let unlocks = all
            .iter()
            .filter(|other| other.status == Status::Open && other.depends_on.contains(&task.id))
            .count();
        let mut ranked = Ranked {
            id: task.id.clone(),
            title: task.title.clone(),
            tool: task.tool.clone(),
            score: 0.0,
            uncertainty,
            unlocks,
            why: why.to_owned(),
        };
        ranked.score = score(&ranked, task);
        ranked
    }

    /// How open something is, by how much of it was learned.
    async fn openness(
        &self,
        task: &Task,
        context: &ToolContext,
        notes: &mut Vec<String>,
    ) -> (f64, &'static str) {
        let known = self.0.recall(&context.owner, &task.title, notes).await;
        if known.is_empty() {
            return (OPEN, "nothing is known about it");
        }
        let found = Library::new(known).look_up(&task.title);
        match (found.supporting.is_empty(), found.weak.is_empty()) {
            (false, _) => (0.2, "it is known already"),
            (true, false) => (0.5, "it is known in part"),
            (true, true) => (OPEN, "what is known does not say it"),
        }
    }

    async fn advise(
        &self,
        goal: &str,
        ready: &[&Task],
        ranking: &[Ranked],
        context: &ToolContext,
        notes: &mut Vec<String>,
    ) -> Option<Advice> {
        if ranking.is_empty() {
            return None;
        }
        let titles = self.0.shown(ready.iter().map(|task| &*task.title));
        let holes = [("goal", self.0.shown([goal])), ("subtasks", titles)];
        self.0.advice(PROMPT, &holes, context, notes).await
    }
}

fn score(ranked: &Ranked, task: &Task) -> f64 {
    (ranked.uncertainty + UNLOCKS * ranked.unlocks as f64) / task.cost.unwrap_or(1.0)
}

/// What the model says counts half where the memory guessed, and not at all where the caller said.
fn heard(advice: &Advice, ready: &[&Task], ranking: &mut [Ranked]) -> Option<(String, String)> {
    for said in &advice.uncertainties {
        let Some((task, ranked)) = ready.get(said.subtask).zip(ranking.get_mut(said.subtask))
        else {
            continue;
        };
        if task.uncertainty.is_none() && said.uncertainty.is_finite() {
            ranked.uncertainty = (ranked.uncertainty + said.uncertainty.clamp(0.0, 1.0)) / 2.0;
            ranked.score = score(ranked, task);
            ranked.why.push_str(", and a model's word");
        }
    }
    let first = ready.get(advice.first?)?;
    Some((first.id.clone(), advice.why.chars().take(300).collect()))
}

/// The mean over all that is not done; nothing is open where all is done.
fn remaining(tasks: &[Task], ranking: &[Ranked]) -> f64 {
    let open: Vec<f64> = tasks
        .iter()
        .filter(|task| task.status != Status::Done)
        .map(|task| {
            let ranked = ranking.iter().find(|one| one.id == task.id).map(|one| one.uncertainty);
            ranked.or(task.uncertainty).unwrap_or(OPEN).clamp(0.0, 1.0)
        })
        .collect();
    if open.is_empty() { 0.0 } else { open.iter().sum::<f64>() / open.len() as f64 }
}

fn decide(
    input: &NextStepInput,
    ranking: &[Ranked],
    blocked: &[Blocked],
    remaining: f64,
) -> (Action, String) {
    let is_all_done = input.subtasks.iter().all(|task| task.status == Status::Done);
    if is_all_done || remaining <= input.enough {
        let reason = format!(
            "Enough is known: what is left open is {remaining:.2} of 1. Put the answer together."
        );
        return (Action::Synthesize, reason);
    }
    if let Some(best) = ranking.first() {
        let unlocks = match best.unlocks {
            0 => String::new(),
            some => format!(
                ", and {} for it",
                if some == 1 { "1 waits".into() } else { format!("{some} wait") }
            ),
        };
        return (
            Action::Do,
            format!("Its outcome is open ({:.2}: {}){unlocks}.", best.uncertainty, best.why),
        );
    }
    if input.subtasks.iter().any(|task| task.status == Status::Doing) {
        return (Action::Wait, "Everything else waits for what is being done.".into());
    }
    let why: Vec<String> = blocked.iter().map(|one| format!("{}: {}", one.id, one.why)).collect();
    (Action::Stuck, format!("Nothing that is left may be done ({}).", why.join("; ")))
}
