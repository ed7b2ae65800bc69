//! Subtasks that depend on each other, without circles.

use std::collections::{HashMap, HashSet};

/// The ids in an order in which each comes after all that it depends on, and beside it those that may be done together.
/// Dependencies on what is not there, on itself, and those that close a circle are taken out and told.
pub(crate) struct Ordered {
    pub(crate) order: Vec<String>,
    pub(crate) levels: Vec<Vec<String>>,
    pub(crate) dropped: Vec<(String, String)>,
}

pub(crate) fn ordered(tasks: &mut [(String, Vec<String>)]) -> Ordered {
    let known: HashSet<String> = tasks.iter().map(|(id, _)| id.clone()).collect();
    let mut dropped = Vec::new();
    for (id, needs) in tasks.iter_mut() {
        let mut seen = HashSet::new();
        needs.retain(|need| {
            let is_fine = known.contains(need) && need != id;
            if !is_fine {
                dropped.push((id.clone(), need.clone()));
            }
            is_fine && seen.insert(need.clone())
        });
    }
    open_circles(tasks, &mut dropped);
    let levels = levels(tasks);
    Ordered { order: levels.concat(), levels, dropped }
}

/// Takes out the dependencies that lead back, in the order of the tasks: what was named first comes first.
fn open_circles(tasks: &mut [(String, Vec<String>)], dropped: &mut Vec<(String, String)>) {
    let mut before: HashMap<String, Vec<String>> = HashMap::new();
    for (id, needs) in tasks.iter_mut() {
        needs.retain(|need| {
            let is_circle = leads_to(&before, need, id);
            match is_circle {
                true => dropped.push((id.clone(), need.clone())),
                false => before.entry(id.clone()).or_default().push(need.clone()),
            }
            !is_circle
        });
    }
}

fn leads_to(needs: &HashMap<String, Vec<String>>, from: &str, to: &str) -> bool {
    let (mut waiting, mut seen) = (vec![from], HashSet::new());
    while let Some(at) = waiting.pop() {
        if at == to {
            return true;
        }
        if seen.insert(at) {
            waiting.extend(needs.get(at).into_iter().flatten().map(String::as_str));
        }
    }
    false
}

fn levels(tasks: &[(String, Vec<String>)]) -> Vec<Vec<String>> {
    let mut done: HashSet<&str> = HashSet::new();
    let mut levels = Vec::new();
    while done.len() < tasks.len() {
        let is_ready = |(id, needs): &&(String, Vec<String>)| {
            !done.contains(&**id) && needs.iter().all(|need| done.contains(&**need))
        };
        let level: Vec<&str> = tasks.iter().filter(is_ready).map(|(id, _)| &**id).collect();
        if level.is_empty() {
            break;
        }
        done.extend(&level);
        levels.push(level.into_iter().map(str::to_owned).collect());
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::ordered;

    fn tasks(said: &[(&str, &[&str])]) -> Vec<(String, Vec<String>)> {
        said.iter()
            .map(|(id, needs)| ((*id).to_owned(), needs.iter().map(|n| (*n).to_owned()).collect()))
            .collect()
    }

    #[test]
    fn circles_are_opened_and_everything_comes_after_what_it_needs() {
        let mut said = tasks(&[("a", &["c", "a", "x"]), ("b", &["a"]), ("c", &["b"]), ("d", &[])]);
        let found = ordered(&mut said);
        assert_eq!(found.order.len(), 4);
        for (id, needs) in &said {
            let at = |id: &String| found.order.iter().position(|one| one == id);
            assert!(needs.iter().all(|need| at(need) < at(id)), "{:?}", found.order);
        }
        assert_eq!(found.dropped.len(), 3, "{:?}", found.dropped);
        assert_eq!(found.levels[0], ["c", "d"].map(String::from));
    }
}
