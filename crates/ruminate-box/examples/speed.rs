use ruminate_box::*;
use ruminate_types::ports::model::*;
use std::time::{Duration, Instant};
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let path = std::env::args().nth(1).unwrap();
    let threads: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let model = BoxModel::new(
        Weights { id: "box/x".into(), path: path.into(), template: None },
        Settings { threads, ..Settings::default() },
    );
    let words: String = (0..700).map(|n| format!("word{} ", n % 97)).collect();
    let schema = serde_json::json!({"type":"object","properties":{"thoughts":{"type":"array","minItems":3,"maxItems":5,"items":{"type":"object","properties":{"thought":{"type":"string"},"type":{"type":"string","enum":["exploration","critique","connection","insight"]},"confidence":{"type":"number"}},"required":["thought","type","confidence"],"additionalProperties":false}}},"required":["thoughts"],"additionalProperties":false});
    for (n, (prompt, schema, max)) in [
        ("Say hello.".to_owned(), None, 32),
        (format!("{words}\n\nWhat is the capital of Finland?"), None, 128),
        (format!("{words}\n\nWhat is the capital of France?"), None, 128),
        (
            "Give three thoughts about why bridges fall, as JSON.".to_owned(),
            Some(schema.clone()),
            400,
        ),
        ("Give three thoughts about why bridges fall, as JSON.".to_owned(), Some(schema), 100),
    ]
    .into_iter()
    .enumerate()
    {
        let first = std::sync::Mutex::new(None);
        let started = Instant::now();
        let request = ModelRequest {
            purpose: Purpose::Think,
            system: "You are helpful.".into(),
            prompt,
            schema,
            max_tokens: max,
            temperature: 0.7,
            context_window: 4096,
        };
        let reply = model
            .complete(&request, Duration::from_secs(300), &|_| {
                first.lock().unwrap().get_or_insert(started.elapsed());
            })
            .await
            .unwrap();
        let first = first.lock().unwrap().unwrap();
        let rest = started.elapsed() - first;
        println!(
            "{n}: prompt {} first {:.2}s ({:.0} t/s) wrote {} at {:.1} t/s {:?}\n   {}",
            reply.tokens.prompt,
            first.as_secs_f64(),
            reply.tokens.prompt as f64 / first.as_secs_f64(),
            reply.tokens.completion,
            (reply.tokens.completion - 1) as f64 / rest.as_secs_f64(),
            reply.finish,
            reply.text.chars().take(700).collect::<String>()
        );
    }
}
