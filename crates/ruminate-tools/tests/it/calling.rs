use ruminate_types::tool::{ToolErrorCode, ToolPolicy};
use serde_json::json;

use crate::world::World;

fn open() -> ToolPolicy {
    ToolPolicy { read_only: false, ..ToolPolicy::default() }
}

#[tokio::test]
async fn a_call_gives_data_and_words() {
    let result =
        World::new(open()).call("test.echo", json!({"words": ["a", "b"], "times": 2})).await;
    assert!(result.ok, "{result:?}");
    assert_eq!(result.data, json!({"said": ["a", "b", "a", "b"]}));
    assert_eq!(result.text, "a b a b");
}

#[tokio::test]
async fn the_schema_comes_from_the_type() {
    let world = World::new(open());
    let specs = ruminate_types::ports::tool::Tools::list(&world.tools, &world.context.owner).await;
    let echo = specs.iter().find(|spec| spec.name == "test.echo").unwrap();
    let words = &echo.input_schema["properties"]["words"];
    assert_eq!(
        (&words["type"], &words["description"]),
        (&json!("array"), &json!("What is said back."))
    );
    assert_eq!(echo.input_schema["required"], json!(["words"]));
    assert_eq!(echo.input_schema["additionalProperties"], json!(false));
    assert_eq!(echo.output_schema.as_ref().unwrap()["properties"]["said"]["type"], "array");
}

#[tokio::test]
async fn what_does_not_fit_is_refused_by_the_name_of_its_field() {
    let world = World::new(open());
    for (input, field) in [
        (json!({}), "words"),
        (json!(null), "words"),
        (json!({"words": ["a", 7]}), "words[1]"),
        (json!({"words": [], "times": 900}), "times"),
        (json!({"words": [], "color": 1}), "color"),
    ] {
        let problem = world.call("test.echo", input.clone()).await.error.unwrap();
        assert_eq!(problem.code, ToolErrorCode::InvalidInput, "{input}");
        assert_eq!(problem.field.as_deref(), Some(field), "{input}: {}", problem.message);
    }
    let list = world.call("test.echo", json!(["a"])).await.error.unwrap();
    assert!(list.message.contains("has to be a JSON object"), "{}", list.message);
}

#[tokio::test]
async fn an_unknown_tool_is_told_with_those_there_are() {
    let problem = World::new(open()).call("test.ekho", json!({})).await.error.unwrap();
    assert_eq!(problem.code, ToolErrorCode::UnknownTool);
    assert!(problem.hint.unwrap().contains("test.echo"));
}

#[tokio::test]
async fn what_only_reads_is_tried_again_and_what_changes_something_is_not() {
    let world = World::new(open());
    let read = world.call("odd.reads", json!({"fails": 1})).await;
    assert_eq!((read.ok, read.retries), (true, 1), "{read:?}");
    let wrote = world.call("odd.writes", json!({"fails": 1})).await;
    assert_eq!(wrote.error.unwrap().code, ToolErrorCode::Unavailable);
    assert_eq!(wrote.retries, 0);
}

#[tokio::test]
async fn a_call_that_takes_too_long_ends() {
    let world = World::new(ToolPolicy { seconds_per_call: 1, ..open() });
    let since = std::time::Instant::now();
    let result = world.call("odd.reads", json!({"fails": 0, "millis": 60_000})).await;
    assert_eq!(result.error.unwrap().code, ToolErrorCode::TimedOut);
    assert!(since.elapsed().as_secs() < 30);
}

#[tokio::test]
async fn too_much_is_refused_in_both_directions() {
    let world = World::new(open());
    let flood = world.call("odd.reads", json!({"fails": 0, "bytes": 5_000_000})).await;
    assert_eq!(flood.error.unwrap().code, ToolErrorCode::TooLarge);
    let long = world.call("test.echo", json!({"words": ["x".repeat(2_000_000)]})).await;
    assert_eq!(long.error.unwrap().code, ToolErrorCode::TooLarge);
}

#[tokio::test]
async fn every_call_is_written_down_without_what_was_said() {
    let world = World::new(open());
    world.call("test.echo", json!({"words": ["secret"], "times": 1})).await;
    world.call("test.echo", json!({"times": 1, "words": ["secret"]})).await;
    world.call("test.echo", json!({"words": 1})).await;
    world.call("nothing", json!({})).await;
    let calls = world.book.0.lock().unwrap();
    let [first, second, bad, unknown] = &calls[..] else { panic!("{calls:?}") };
    assert_eq!(first.arguments_hash, second.arguments_hash, "the order of keys says nothing");
    assert_eq!((first.arguments_hash.len(), first.success), (64, true));
    assert!(first.output_ref.is_some() && first.error.is_none());
    assert_eq!((bad.success, bad.error), (false, Some(ToolErrorCode::InvalidInput)));
    assert_eq!(unknown.error, Some(ToolErrorCode::UnknownTool));
    assert!(!format!("{calls:?}").contains("secret"));
}
