use serde_json::json;

use crate::scholar::Scholar;

const NOTES: &[(&str, &str)] = &[
    ("n1", "Oslo has a population of 700,000. Oslo is the capital of Norway."),
    ("n2", "Bergen has a population of 290,000."),
];

#[tokio::test]
async fn things_are_compared_by_what_texts_and_the_mind_say() {
    let input = json!({
        "entities": ["Oslo", "Bergen"],
        "dimensions": ["population", "rain"],
        "context": "The rain of Bergen is 2.25 m. The rain of Oslo is 740 mm.",
    });
    let result = Scholar::new(NOTES).result("reasoning.compare", input).await;
    let matrix = &result.data["matrix"];
    assert_eq!(matrix[0]["cells"][0]["number"], 700_000.0, "{matrix:#}");
    assert_eq!(matrix[0]["cells"][0]["restsOn"][0]["source"], "n1");
    assert_eq!(matrix[1]["cells"][1]["value"], "2.25 m");
    let deltas = &result.data["deltas"];
    assert_eq!(
        (&deltas[0]["relation"], &deltas[0]["difference"]),
        (&json!("more"), &json!(-410_000.0))
    );
    assert_eq!(
        (&deltas[1]["relation"], &deltas[1]["difference"]),
        (&json!("less"), &json!(1_510.0)),
        "in millimetres"
    );
    assert!(
        result.text.starts_with(
            "|  | Oslo | Bergen |\n| --- | --- | --- |\n| population | 700,000 | 290,000 |"
        ),
        "{}",
        result.text
    );
    assert_eq!(result.data["by"], "facts");
}

#[tokio::test]
async fn what_is_not_known_is_said_to_be_and_a_model_fills_only_that() {
    let input = json!({"entities": ["Oslo", "Bergen"], "dimensions": ["population", "mood"]});
    let alone = Scholar::new(NOTES).call("reasoning.compare", input.clone()).await;
    assert_eq!(alone["matrix"][1]["cells"][0]["value"], "unknown");
    assert_eq!(alone["deltas"][1]["relation"], "incomparable");
    let reply = json!({"cells": [
        {"entity": "Oslo", "dimension": "population", "value": "12"},
        {"entity": "Oslo", "dimension": "mood", "value": "calm"},
    ]});
    let advised = Scholar::advised(NOTES, reply).call("reasoning.compare", input).await;
    assert_eq!(advised["matrix"][0]["cells"][0]["number"], 700_000.0, "what is known stays");
    let mood = &advised["matrix"][1]["cells"][0];
    assert_eq!((&mood["value"], &mood["by"]), (&json!("calm"), &json!("model")));
    assert_eq!(advised["by"], "both");
}

#[tokio::test]
async fn a_sentence_can_set_one_above_the_other() {
    let input = json!({
        "entities": ["Rust", "Go"],
        "dimensions": ["latency"],
        "evidence": ["Rust has lower latency than Go."],
    });
    let found = Scholar::new(&[]).call("reasoning.compare", input).await;
    assert_eq!(found["deltas"][0]["relation"], "less", "{found:#}");
}

#[tokio::test]
async fn without_dimensions_things_are_compared_by_what_is_known_of_both() {
    let input = json!({"entities": ["Oslo", "Bergen"]});
    let found = Scholar::new(NOTES).call("reasoning.compare", input.clone()).await;
    assert_eq!(found["matrix"][0]["dimension"], "have", "{found:#}");
    let problem = Scholar::new(&[]).result("reasoning.compare", input).await.error.unwrap();
    assert_eq!(problem.field.as_deref(), Some("dimensions"));
}

#[tokio::test]
async fn a_claim_is_analyzed_by_its_words_and_its_evidence() {
    let input = json!({
        "claim": "All users prefer the new menu because it is faster.",
        "evidence": ["Some users prefer the old menu.", "The new menu is not faster."],
    });
    let found = Scholar::new(&[]).call("reasoning.analyze", input).await;
    let said = found["assumptions"].to_string();
    assert!(said.contains("There is no exception") && said.contains("“All”"), "{found:#}");
    assert!(said.contains("cause and effect"), "{found:#}");
    assert!(!found["risks"].as_array().unwrap().is_empty());
    assert!(found["confidence"].as_f64().unwrap() < 0.6);
    assert_eq!(found["analysisType"], "general");
}

#[tokio::test]
async fn confidence_follows_the_evidence_and_a_model_cannot_turn_it() {
    let claim = "The door is open.";
    let sure = json!({"assumptions": ["The door is there."], "risks": [], "confidence": 1.0});
    let of = |evidence: serde_json::Value| json!({"claim": claim, "evidence": evidence, "analysisType": "assumptions"});
    let supported = Scholar::new(&[]).call("reasoning.analyze", of(json!([claim]))).await;
    assert_eq!(supported["verdict"], "supported");
    assert!(supported["confidence"].as_f64().unwrap() > 0.7);
    let denied = Scholar::advised(&[], sure)
        .call("reasoning.analyze", of(json!(["The door is closed."])))
        .await;
    assert_eq!(
        (&denied["verdict"], &denied["by"]),
        (&json!("contradicted"), &json!("both")),
        "{denied:#}"
    );
    assert!(denied["confidence"].as_f64().unwrap() <= 0.35);
    assert_eq!(denied["assumptions"].as_array().unwrap().last().unwrap()["by"], "model");
    assert_eq!(denied["risks"], json!([]), "they were not asked for");
}

#[tokio::test]
async fn causes_are_followed_over_texts_and_facts() {
    let notes = &[("n1", "High load causes timeouts."), ("n2", "Timeouts lead to lost orders.")];
    let input = json!({
        "eventA": "high load",
        "eventB": "lost orders",
        "evidence": ["Lost orders are caused by bad stock data."],
    });
    let result = Scholar::new(notes).result("reasoning.causality", input).await;
    let found = &result.data;
    assert_eq!(found["verdict"], "a_causes_b", "{found:#}");
    assert_eq!(found["paths"][0], json!(["High load", "timeouts", "lost orders"]), "{found:#}");
    assert_eq!(found["alternatives"][0]["kind"], "other_cause", "{found:#}");
    assert!(result.text.contains("“High load causes timeouts.” (n1)"), "{}", result.text);
}

#[tokio::test]
async fn direction_common_causes_denials_and_ignorance_are_told_apart() {
    for (evidence, verdict) in [
        (json!(["Sunburn is caused by heat."]), "not_known"),
        (json!(["Ice cream sales lead to sunburn."]), "a_causes_b"),
        (json!(["Sunburn causes ice cream sales."]), "b_causes_a"),
        (json!(["Sunburn causes ice cream sales.", "Ice cream sales cause sunburn."]), "mutual"),
        (json!(["Sunshine causes sunburn. Sunshine leads to ice cream sales."]), "common_cause"),
        (json!(["Ice cream sales do not cause sunburn."]), "denied"),
    ] {
        let input = json!({"eventA": "ice cream sales", "eventB": "sunburn", "evidence": evidence});
        let found = Scholar::new(&[]).call("reasoning.causality", input).await;
        assert_eq!(found["verdict"], verdict, "{evidence}: {found:#}");
        assert!(!found["alternatives"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_link_by_a_model_is_marked_and_unsure() {
    let reply = json!({
        "links": [{"cause": "rain", "effect": "floods", "sentence": 5}],
        "explanations": ["A dam broke."],
    });
    let input = json!({"eventA": "rain", "eventB": "floods", "evidence": ["Rain fell."]});
    let found = Scholar::advised(&[], reply).call("reasoning.causality", input).await;
    let edge = &found["graph"]["edges"][0];
    assert_eq!((&edge["by"], &edge["restsOn"]), (&json!("model"), &json!([])), "{found:#}");
    assert!(found["confidence"].as_f64().unwrap() <= 0.3);
    assert!(found["alternatives"].to_string().contains("A dam broke."));
}
