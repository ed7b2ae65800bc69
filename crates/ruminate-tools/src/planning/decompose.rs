//! `planning.decompose`: a goal as subtasks that depend on each other, without circles.
//!
//! Without a model the goal is taken apart by what it says: steps that it names are subtasks in its order, and a question of a
//! known kind (compare, decide, why) has the subtasks of its kind. What is not known about it comes before everything else.

use std::slice::from_ref;

use async_trait::async_trait;
use ruminate_types::ports::tool::{ToolContext, ToolError};
use ruminate_types::tool::ToolAnnotations;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::graph::ordered;
use crate::claims::tokens;
use crate::evidence::{By, note, said, with_notes};
use crate::faculties::Faculties;
use crate::markdown::table;
use crate::typed::Typed;

const PROMPT: &str = include_str!("../prompts/decompose.txt");
const MOST_GOAL: usize = 4_000;
const MOST_CONSTRAINTS: usize = 20;
const MOST_TITLE: usize = 200;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DecomposeInput {
    pub goal: String,
    /// What has to be kept to.
    #[serde(default)]
    pub constraints: Vec<String>,
    /// At most so many subtasks.
    #[serde(default = "eight")]
    #[schemars(range(min = 2, max = 24))]
    pub max_subtasks: usize,
}

fn eight() -> usize {
    8
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    pub objective: String,
    pub constraints: Vec<String>,
    pub subtasks: Vec<Subtask>,
    /// The ids, each after all that it depends on.
    pub order: Vec<String>,
    /// The same in groups that may be done side by side.
    pub levels: Vec<Vec<String>>,
    pub success_criteria: Vec<String>,
    pub by: By,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subtask {
    pub id: String,
    pub title: String,
    pub depends_on: Vec<String>,
    pub criterion: String,
    /// The tool that helps with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    pub by: By,
}

#[derive(Deserialize, JsonSchema)]
struct Advice {
    subtasks: Vec<AdvisedTask>,
}

#[derive(Deserialize, JsonSchema)]
struct AdvisedTask {
    id: String,
    title: String,
    depends_on: Vec<String>,
    criterion: String,
}

pub struct DecomposeTool(pub Faculties);

#[async_trait]
impl Typed for DecomposeTool {
    type Input = DecomposeInput;
    type Output = Plan;
    const NAME: &'static str = "planning.decompose";
    const TITLE: &'static str = "Divide a goal";
    const DESCRIPTION: &'static str = "Divides a goal into subtasks with what each depends on, in an order in which they can be done.";
    const ANNOTATIONS: ToolAnnotations = ToolAnnotations::PURE;

    async fn run(&self, input: DecomposeInput, context: &ToolContext) -> Result<Plan, ToolError> {
        check(&input)?;
        let mut notes = Vec::new();
        let known = self.0.recall(&context.owner, &input.goal, &mut notes).await;
        let holes = [
            ("goal", self.0.shown([&*input.goal])),
            ("constraints", self.0.shown(input.constraints.iter().map(String::as_str))),
            ("sentences", self.0.shown(known.iter().map(|source| &*source.text))),
            ("most", (input.max_subtasks - 1).to_string()),
        ];
        let advice: Option<Advice> = self.0.advice(PROMPT, &holes, context, &mut notes).await;
        let advised =
            advice.map(|advice| checked(advice, input.max_subtasks - 1)).unwrap_or_default();
        let (mut subtasks, by) = match advised.len() {
            // One subtask is the goal again.
            0 | 1 => (by_rules(&input.goal, known.is_empty(), input.max_subtasks - 1), By::Facts),
            _ => (advised, By::Both),
        };
        let checks = closing(&subtasks, &input.constraints);
        subtasks.push(checks);
        let mut needs: Vec<(String, Vec<String>)> =
            subtasks.iter().map(|task| (task.id.clone(), task.depends_on.clone())).collect();
        let found = ordered(&mut needs);
        for (task, (_, needs)) in subtasks.iter_mut().zip(needs) {
            task.depends_on = needs;
        }
        for (id, need) in found.dropped {
            note(
                &mut notes,
                format!("{id} cannot depend on {need}: that is not there, or closes a circle."),
            );
        }
        Ok(Plan {
            success_criteria: subtasks.iter().map(|task| task.criterion.clone()).collect(),
            objective: input.goal.trim().to_owned(),
            constraints: input.constraints,
            subtasks,
            order: found.order,
            levels: found.levels,
            by,
            notes,
        })
    }

    fn told(output: &Plan) -> String {
        let head = ["", "Subtask", "After", "Done when"].map(str::to_owned);
        let rows = output
            .order
            .iter()
            .filter_map(|id| output.subtasks.iter().find(|task| task.id == *id))
            .map(|task| {
                vec![
                    task.id.clone(),
                    task.title.clone(),
                    task.depends_on.join(", "),
                    task.criterion.clone(),
                ]
            });
        let told = format!("**{}**\n\n{}", output.objective, table(&head, rows));
        with_notes(told, &output.notes)
    }
}

fn check(input: &DecomposeInput) -> Result<(), ToolError> {
    said("goal", &input.goal, MOST_GOAL)?;
    if !(2..=24).contains(&input.max_subtasks) {
        return Err(ToolError::invalid("maxSubtasks", "it has to be from 2 to 24"));
    }
    if input.constraints.len() > MOST_CONSTRAINTS {
        return Err(ToolError::invalid(
            "constraints",
            format!("there are more than {MOST_CONSTRAINTS}"),
        ));
    }
    for (at, constraint) in input.constraints.iter().enumerate() {
        said(&format!("constraints[{at}]"), constraint, MOST_GOAL)?;
    }
    Ok(())
}

/// What a model proposes, with ids that are there once and titles that say something.
fn checked(advice: Advice, most: usize) -> Vec<Subtask> {
    let mut found: Vec<Subtask> = Vec::new();
    for task in advice.subtasks {
        let (id, title) = (task.id.trim(), task.title.trim());
        let is_new = !found.iter().any(|one| one.id == id || one.title.eq_ignore_ascii_case(title));
        if id.is_empty() || title.is_empty() || id == CHECK || !is_new || found.len() == most {
            continue;
        }
        let cut = |text: &str| text.chars().take(MOST_TITLE).collect::<String>();
        found.push(Subtask {
            id: cut(id),
            title: cut(title),
            depends_on: task.depends_on.into_iter().map(|id| cut(id.trim())).collect(),
            criterion: cut(task.criterion.trim()),
            tool: None,
            by: By::Model,
        });
    }
    found
}

const CHECK: &str = "check";

/// The last subtask: what came of all others is checked.
fn closing(subtasks: &[Subtask], constraints: &[String]) -> Subtask {
    let is_last =
        |task: &&Subtask| !subtasks.iter().any(|other| other.depends_on.contains(&task.id));
    let criterion = match constraints {
        [] => "nothing that was found contradicts itself, and every claim has a source".to_owned(),
        some => format!("nothing contradicts itself, and it keeps to: {}", some.join("; ")),
    };
    Subtask {
        id: CHECK.to_owned(),
        title: "Check the result against its sources".to_owned(),
        depends_on: subtasks.iter().filter(is_last).map(|task| task.id.clone()).collect(),
        criterion,
        tool: Some("verify.consistency".into()),
        by: By::Facts,
    }
}

/// Subtasks by what the goal says.
fn by_rules(goal: &str, is_unknown: bool, most: usize) -> Vec<Subtask> {
    let mut plan = Draft::default();
    let steps = steps(goal);
    let words = tokens(goal);
    let has = |some: &[&str]| words.iter().any(|word| word.is_any(some));
    let begin = if is_unknown {
        vec![plan.add(
            "Find out what is known about it",
            &[],
            "there are sources to rest on",
            Some("memory.recall"),
        )]
    } else {
        Vec::new()
    };
    // "Compare Rust and Go" is one step, whatever "go" means.
    let is_one = !steps.iter().skip(1).any(|step| !step.is_side_by_side);
    if let Some(sides) = sides(goal).filter(|_| is_one) {
        let found: Vec<String> = sides
            .iter()
            .map(|side| {
                plan.add(
                    &format!("Find out what speaks for {side}"),
                    &begin,
                    "facts with sources",
                    Some("memory.recall"),
                )
            })
            .collect();
        let criteria = plan.add(
            "Say by what they are to be measured",
            &begin,
            "the dimensions are named",
            None,
        );
        let all = [found, vec![criteria]].concat();
        plan.add(
            &format!("Compare {}", sides.join(" and ")),
            &all,
            "every cell is filled or said to be unknown",
            Some("reasoning.compare"),
        );
    } else if steps.len() > 1 {
        let mut last = begin;
        for step in steps {
            let criterion = format!("it is done: {}", step.text.to_lowercase());
            let after = if step.is_side_by_side { plan.needs_of_last(&last) } else { last.clone() };
            let id = plan.add(&capital(&step.text), &after, &criterion, None);
            last = if step.is_side_by_side { [last, vec![id]].concat() } else { vec![id] };
        }
    } else if has(&["should", "decide", "choose", "whether"]) {
        let aim = plan.add(
            "Say what is to be reached, and by what that is seen",
            &begin,
            "the criteria are named",
            None,
        );
        let options = plan.add(
            "List the options, doing nothing among them",
            &begin,
            "each option is one sentence",
            None,
        );
        let weighed = plan.add(
            "Weigh each option by the criteria",
            &[aim, options.clone()],
            "each has facts for and against",
            Some("reasoning.compare"),
        );
        let risks = plan.add(
            "Say what could go wrong with each",
            &[options],
            "each has its risks",
            Some("reasoning.analyze"),
        );
        plan.add(
            "Decide, and say why",
            &[weighed, risks],
            "one option is named with its reasons",
            None,
        );
    } else if has(&["why", "cause", "causes", "reason", "reasons"]) {
        let seen = plan.add(
            "Say what exactly happened, and when",
            &begin,
            "it is told with sources",
            Some("memory.recall"),
        );
        let causes = plan.add(
            "List what could have brought it about",
            from_ref(&seen),
            "each cause has a sentence that says so",
            Some("reasoning.causality"),
        );
        let others = plan.add(
            "Look for what speaks against each cause",
            from_ref(&causes),
            "each is kept or ruled out",
            Some("verify.fact_check"),
        );
        plan.add(
            "Name the cause that is left",
            &[causes, others],
            "it explains all that was seen",
            None,
        );
    } else {
        let what = plan.add(
            "Say what is asked, and by what an answer is seen to be right",
            &begin,
            "the criteria are named",
            None,
        );
        let parts = plan.add(
            "Collect what is known about it",
            from_ref(&what),
            "facts with sources",
            Some("memory.recall"),
        );
        let gaps = plan.add(
            "Find out what is missing",
            from_ref(&parts),
            "every open point has an answer or is named",
            Some("web.search"),
        );
        plan.add("Put the answer together", &[parts, gaps], "every claim has a source", None);
    }
    plan.cut(most)
}

#[derive(Default)]
struct Draft(Vec<Subtask>);

impl Draft {
    fn add(
        &mut self,
        title: &str,
        after: &[String],
        criterion: &str,
        tool: Option<&str>,
    ) -> String {
        let id = format!("t{}", self.0.len() + 1);
        self.0.push(Subtask {
            id: id.clone(),
            title: title.chars().take(MOST_TITLE).collect(),
            depends_on: after.to_vec(),
            criterion: criterion.chars().take(MOST_TITLE).collect(),
            tool: tool.map(str::to_owned),
            by: By::Facts,
        });
        id
    }

    /// What those that were added last depend on.
    fn needs_of_last(&self, last: &[String]) -> Vec<String> {
        let found = self.0.iter().find(|task| last.contains(&task.id));
        found.map(|task| task.depends_on.clone()).unwrap_or_default()
    }

    fn cut(mut self, most: usize) -> Vec<Subtask> {
        self.0.truncate(most);
        self.0
    }
}

/// A step that a goal names.
struct Step {
    text: String,
    /// Whether it may be done beside the one before it.
    is_side_by_side: bool,
}

/// "Collect the data, then clean it and finally publish it": three steps.
fn steps(goal: &str) -> Vec<Step> {
    const THEN: &[&str] = &[
        " and then ",
        " then ",
        " after that ",
        " afterwards ",
        " and finally ",
        " finally ",
        "; ",
        "\n",
        ". ",
    ];
    let mut text = format!("{} ", goal.trim().trim_end_matches('.'));
    for sign in THEN {
        text = text.replace(sign, "\u{1}");
    }
    let mut found = Vec::new();
    for part in text.split('\u{1}') {
        // "do X and do Y": side by side, where both begin with a verb.
        let pieces: Vec<&str> = part.split(" and ").collect();
        let is_each_verb = pieces.len() > 1 && pieces.iter().all(|piece| begins_with_verb(piece));
        let pieces = if is_each_verb { pieces } else { vec![part] };
        for (at, piece) in pieces.into_iter().enumerate() {
            let piece = piece
                .trim()
                .trim_matches([',', '-', '*', ' '])
                .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ')');
            let piece = piece.trim();
            if piece.split_whitespace().count() > 1 {
                found.push(Step { text: piece.to_owned(), is_side_by_side: at > 0 });
            }
        }
    }
    found
}

fn begins_with_verb(piece: &str) -> bool {
    let first = piece.split_whitespace().next().unwrap_or_default().to_lowercase();
    matches!(ruminate_mind::facts::verb(&first), Some((ruminate_mind::facts::Form::Base, _)))
        || matches!(
            &*first,
            "find"
                | "write"
                | "test"
                | "deploy"
                | "clean"
                | "collect"
                | "publish"
                | "compare"
                | "check"
                | "measure"
                | "design"
                | "plan"
                | "train"
                | "review"
        )
}

/// "Compare Rust and Go", "Rust or Go?": what is set against each other.
fn sides(goal: &str) -> Option<Vec<String>> {
    let low = goal.to_lowercase();
    let at = low.find("compare ").map(|at| at + "compare ".len());
    let (part, sign) = match at {
        Some(at) => (goal.get(at..)?, [" and ", " with ", " to "]),
        None if low.contains(" versus ") => (goal, [" versus ", " versus ", " versus "]),
        None if low.contains(" vs ") => (goal, [" vs ", " vs ", " vs "]),
        None => return None,
    };
    let sign = sign.into_iter().find(|sign| part.contains(sign))?;
    let end = part.find([';', '.', '?', ':']).unwrap_or(part.len());
    let part = part[..end].split(" for ").next()?.split(" by ").next()?;
    let sides: Vec<String> = part
        .replace(", ", sign)
        .split(sign)
        .map(|side| side.trim().to_owned())
        .filter(|side| !side.is_empty())
        .collect();
    (sides.len() > 1).then_some(sides)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
