use ruminate_types::RunId;
use ruminate_types::tool::{ToolErrorCode, ToolPolicy};
use serde_json::json;
use uuid::Uuid;

use crate::world::World;

fn policy(allow: &[&str], deny: &[&str], read_only: bool) -> ToolPolicy {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    ToolPolicy { allow: names(allow), deny: names(deny), read_only, ..ToolPolicy::default() }
}

#[tokio::test]
async fn what_is_not_allowed_is_neither_shown_nor_called() {
    for (policy, shown) in [
        (policy(&["*"], &[], false), &["odd.reads", "odd.writes", "test.echo"][..]),
        (policy(&["*"], &[], true), &["odd.reads", "test.echo"]),
        (policy(&["odd.*"], &[], false), &["odd.reads", "odd.writes"]),
        (policy(&["*"], &["*.echo"], true), &["odd.reads"]),
        (policy(&["test.echo"], &["test.*"], true), &[]),
        (policy(&[], &[], true), &[]),
    ] {
        let world = World::new(policy.clone());
        assert_eq!(world.names().await, shown, "{policy:?}");
        for name in ["odd.reads", "odd.writes", "test.echo"] {
            let input =
                if name == "test.echo" { json!({"words": []}) } else { json!({"fails": 0}) };
            let result = world.call(name, input).await;
            assert_eq!(result.ok, shown.contains(&name), "{name} {policy:?}");
            let refused = result.error.map(|problem| problem.code);
            assert!(refused.is_none_or(|code| code == ToolErrorCode::NotAllowed), "{refused:?}");
        }
    }
}

#[tokio::test]
async fn a_run_has_so_many_calls_and_others_have_their_own() {
    let mut world = World::new(ToolPolicy { calls_per_run: 2, ..ToolPolicy::default() });
    let echo = || json!({"words": ["a"]});
    let [one, other] = [1, 2].map(|number| RunId(Uuid::from_u128(number)));
    world.context.run = Some(one);
    for expected in [true, true, false] {
        assert_eq!(world.call("test.echo", echo()).await.ok, expected);
    }
    let refused = world.call("test.echo", echo()).await.error.unwrap();
    assert_eq!(refused.code, ToolErrorCode::LimitReached);
    world.context.run = Some(other);
    assert!(world.call("test.echo", echo()).await.ok);
    world.context.run = None;
    assert!(world.call("test.echo", echo()).await.ok);
}

#[tokio::test]
async fn a_run_has_so_much_time() {
    let mut world = World::new(ToolPolicy { seconds_per_run: 0, ..ToolPolicy::default() });
    world.context.run = Some(RunId(Uuid::from_u128(1)));
    let refused = world.call("test.echo", json!({"words": []})).await.error.unwrap();
    assert!(refused.message.contains("seconds of calling tools"), "{}", refused.message);
}
