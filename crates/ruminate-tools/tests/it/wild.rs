use crate::scholar::Scholar;
use serde_json::json;
#[tokio::test]
async fn wild() {
    let Ok(path) = std::env::var("WILD") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let texts: Vec<&str> = text.split('\u{1}').collect();
    let scholar = Scholar::new(&[]);
    let (mut sentences, mut n) = (0, 0);
    for chunk in texts.chunks(200) {
        let d = scholar.call("verify.consistency", json!({"artifacts": chunk})).await;
        sentences += d["checked"]["sentences"].as_u64().unwrap();
        for c in d["contradictions"].as_array().unwrap() {
            n += 1;
            println!("## {} {} {} | {}", c["kind"], c["about"], c["confidence"], c["why"]);
            for s in c["statements"].as_array().unwrap() {
                println!("   {} :: {}", s["source"], s["sentence"]);
            }
        }
    }
    println!("TOTAL {sentences} sentences {n} findings");
}
