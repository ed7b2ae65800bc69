use serde_json::{Value, json};

use crate::scholar::Scholar;

/// Every subtask comes after all that it depends on, and none is left out.
fn assert_ordered(plan: &Value) {
    let order: Vec<&str> =
        plan["order"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    let subtasks = plan["subtasks"].as_array().unwrap();
    assert_eq!(order.len(), subtasks.len(), "{plan:#}");
    let at = |id: &Value| order.iter().position(|one| id == one).unwrap();
    for task in subtasks {
        for need in task["dependsOn"].as_array().unwrap() {
            assert!(at(need) < at(&task["id"]), "{plan:#}");
        }
    }
}

fn titles(plan: &Value) -> Vec<&str> {
    plan["subtasks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|task| task["title"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_goal_with_steps_is_divided_in_its_order() {
    let notes = &[("n1", "The data lies in the archive.")];
    let goal = "Collect the data, then clean the data and finally publish a report.";
    let result = Scholar::new(notes).result("planning.decompose", json!({"goal": goal})).await;
    let plan = &result.data;
    assert_ordered(plan);
    assert_eq!(
        titles(plan)[..3],
        ["Collect the data", "Clean the data", "Publish a report"],
        "{plan:#}"
    );
    assert_eq!(plan["subtasks"][1]["dependsOn"], json!(["t1"]));
    assert_eq!(plan["by"], "facts");
    assert!(result.text.contains("| t2 | Clean the data | t1 |"), "{}", result.text);
}

#[tokio::test]
async fn questions_of_known_kinds_have_their_subtasks() {
    for (goal, expected) in [
        ("Compare Rust and Go for services", "Compare Rust and Go"),
        ("Should we move to another database?", "Decide, and say why"),
        ("Why did the orders fall?", "Name the cause that is left"),
        ("The best way to store energy", "Put the answer together"),
    ] {
        let plan = Scholar::new(&[]).call("planning.decompose", json!({"goal": goal})).await;
        assert_ordered(&plan);
        assert!(titles(&plan).contains(&expected), "{goal}: {:?}", titles(&plan));
        assert_eq!(titles(&plan)[0], "Find out what is known about it", "nothing is");
    }
}

#[tokio::test]
async fn what_a_model_plans_is_freed_of_circles_doubles_and_strangers() {
    let task = |id: &str, needs: &[&str]| json!({"id": id, "title": format!("Do {id}"), "depends_on": needs, "criterion": "done"});
    let reply = json!({"subtasks": [
        task("a", &["b", "zzz"]), task("b", &["a"]), task("c", &["b", "c"]), task("c", &[]), task("d", &["c"]),
    ]});
    let input = json!({"goal": "Do it", "maxSubtasks": 4, "constraints": ["cheaply"]});
    let plan = Scholar::advised(&[], reply).call("planning.decompose", input).await;
    assert_ordered(&plan);
    assert_eq!(titles(&plan), ["Do a", "Do b", "Do c", "Check the result against its sources"]);
    assert!(plan["notes"].to_string().contains("zzz"), "{plan:#}");
    assert!(plan["subtasks"][3]["criterion"].as_str().unwrap().contains("cheaply"));
    assert_eq!(plan["by"], "both");
}

#[tokio::test]
async fn the_next_step_is_what_is_most_open_unlocks_most_and_costs_least() {
    let step = |subtasks: Value| async move {
        let input = json!({"goal": "g", "subtasks": subtasks});
        Scholar::new(&[]).call("planning.next_step", input).await
    };
    let open = step(json!([
        {"id": "a", "title": "A", "uncertainty": 0.3},
        {"id": "b", "title": "B", "uncertainty": 0.9},
    ]))
    .await;
    assert_eq!((&open["action"], &open["step"]["id"]), (&json!("do"), &json!("b")));
    let unlocking = step(json!([
        {"id": "a", "title": "A", "uncertainty": 0.5},
        {"id": "b", "title": "B", "uncertainty": 0.4},
        {"id": "c", "title": "C", "uncertainty": 0.9, "depends_on": ["b"]},
    ]))
    .await;
    assert_eq!(unlocking["step"]["id"], "b", "{unlocking:#}");
    assert_eq!(unlocking["blocked"][0]["why"], "it waits for b");
    let cheap = step(json!([
        {"id": "a", "title": "A", "uncertainty": 0.5, "cost": 5},
        {"id": "b", "title": "B", "uncertainty": 0.4, "cost": 1},
    ]))
    .await;
    assert_eq!(cheap["step"]["id"], "b");
}

#[tokio::test]
async fn the_policy_decides_what_may_be_done() {
    let input = |policy: Value| {
        json!({"goal": "g", "policy": policy, "subtasks": [
            {"id": "a", "title": "A", "uncertainty": 0.9, "tool": "web.search"},
            {"id": "b", "title": "B", "uncertainty": 0.8, "changes": true},
            {"id": "c", "title": "C", "uncertainty": 0.5},
        ]})
    };
    let scholar = Scholar::new(&[]);
    for (policy, expected) in [
        (json!({}), "a"),
        (json!({"deny": ["web.*"]}), "c"),
        (json!({"callsLeft": 0}), "c"),
        (json!({"allow": ["memory.*"], "readOnly": false}), "b"),
    ] {
        let found = scholar.call("planning.next_step", input(policy.clone())).await;
        assert_eq!(found["step"]["id"], expected, "{policy}: {found:#}");
    }
}

#[tokio::test]
async fn it_says_when_to_stop_to_wait_and_when_nothing_is_left() {
    let scholar = Scholar::new(&[]);
    for (subtasks, action) in [
        (json!([{"id": "a", "title": "A", "status": "done"}]), "synthesize"),
        (json!([{"id": "a", "title": "A", "uncertainty": 0.1}]), "synthesize"),
        (
            json!([{"id": "a", "title": "A", "status": "doing"}, {"id": "b", "title": "B", "dependsOn": ["a"]}]),
            "wait",
        ),
        (
            json!([{"id": "a", "title": "A", "status": "failed"}, {"id": "b", "title": "B", "dependsOn": ["a"]}]),
            "stuck",
        ),
    ] {
        let found =
            scholar.call("planning.next_step", json!({"goal": "g", "subtasks": subtasks})).await;
        assert_eq!(found["action"], action, "{found:#}");
    }
}

#[tokio::test]
async fn what_is_known_already_is_less_open_than_what_is_not() {
    let notes = &[("n1", "The licence costs $1,200.")];
    let input = json!({"goal": "g", "subtasks": [
        {"id": "known", "title": "The licence costs $1,200."},
        {"id": "open", "title": "Ask the lawyers about patents"},
    ]});
    let found = Scholar::new(notes).call("planning.next_step", input.clone()).await;
    assert_eq!(found["step"]["id"], "open", "{found:#}");
    let reply = json!({"uncertainties": [{"subtask": 0, "uncertainty": 1.0}, {"subtask": 1, "uncertainty": 0.0}], "first": 0, "why": "It is old."});
    let advised = Scholar::advised(notes, reply).call("planning.next_step", input).await;
    assert_eq!(
        (&advised["by"], &advised["step"]["id"]),
        (&json!("both"), &json!("known")),
        "{advised:#}"
    );
    assert!(advised["reason"].as_str().unwrap().ends_with("It is old."));
}
