//! A run as a file.

use crate::support::{Home, model, scripted};
use testkit::fake_model::Answer;

#[tokio::test]
async fn a_run_is_exported_in_every_format() {
    let (home, server) = (Home::new(), model(0).await);
    let args = ["think", "What is <b>bold</b> & free?", "--max-calls", "12", "--json"];
    let run = home.run_with(&server, &args).await.expect(0).json();

    let json = home.run(&["runs", "export", "last", "--format", "json"]).await.expect(0).json();
    assert_eq!(json, run);

    let md = home.run(&["runs", "export", "last"]).await.expect(0).stdout;
    assert!(md.starts_with("# What is &lt;b>bold&lt;/b> & free?\n"));
    assert!(md.contains("## Answer") && md.contains("## Questions") && md.contains("## Thoughts"));
    assert!(md.contains(run["final_synthesis"].as_str().unwrap()));
    for thought in run["thoughts"].as_array().unwrap() {
        assert!(md.contains(thought["thought_text"].as_str().unwrap()));
    }

    let file = home.path().join("run.html");
    let file = file.to_str().unwrap();
    home.run(&["runs", "export", "last", "-f", "html", "-o", file]).await.expect(0);
    let html = std::fs::read_to_string(file).unwrap();
    assert!(html.contains("<h1>What is &lt;b&gt;bold&lt;/b&gt; &amp; free?</h1>"));
    assert!(html.contains("<polyline") && html.contains("class=\"tree\""));
    for outside in ["http://", "https://", "<script", "src=", "@import", "url("] {
        assert!(!html.contains(outside), "it needs {outside}");
    }
    let said = home.run(&["runs", "export", "last", "-o", "/nowhere/run.md"]).await.expect(2);
    assert!(said.stderr.contains("/nowhere/run.md cannot be written"));
}

#[tokio::test]
async fn a_program_is_told_what_was_exported() {
    let home = Home::new();
    let run = home.run(&["think", "Why?", "--model", "none", "--json"]).await.expect(0).json();
    let (json, html) = (home.path().join("run.json"), home.path().join("run.html"));
    let (json, html) = (json.to_str().unwrap(), html.to_str().unwrap());

    let same = home.run(&["runs", "export", "last", "--json"]).await.expect(0).json();
    assert_eq!(same, run);
    let told = home.run(&["runs", "export", "last", "--json", "-o", json]).await.expect(0).json();
    assert_eq!((&told["session_id"], &told["file"]), (&run["session_id"], &json.into()));
    let written = std::fs::read_to_string(json).unwrap();
    assert_eq!(written.parse::<serde_json::Value>().unwrap(), run);

    let args = ["runs", "export", "last", "--json", "-f", "html", "-o", html];
    assert_eq!(home.run(&args).await.expect(0).json()["file"], html);
    assert!(std::fs::read_to_string(html).unwrap().starts_with("<!doctype html>"));
    let said = home.run(&["runs", "export", "last", "--json", "-f", "html"]).await.expect(2);
    assert!(said.stderr.contains("-o"), "{}", said.stderr);
}

#[tokio::test]
async fn what_a_model_says_stays_text() {
    let evil = "THOUGHT: <script>alert(1)</script> \u{1b}[31mred\nTYPE: insight\nCONFIDENCE: 0.9";
    let (home, server) = (Home::new(), scripted(move |_| Answer::text(evil)).await);
    let said = home.run_with(&server, &["think", "Why?", "--max-calls", "3"]).await.expect(0);
    assert!(!said.stdout.contains('\u{1b}'));
    let html = home.run(&["runs", "export", "last", "--format", "html"]).await.expect(0).stdout;
    assert!(html.contains("&lt;script&gt;") && !html.contains("<script"));
}

#[tokio::test]
async fn what_there_is_one_of_is_counted_as_one() {
    let one = "THOUGHT: So it is.\nTYPE: insight\nCONFIDENCE: 0.9";
    let (home, server) = (Home::new(), scripted(move |_| Answer::text(one)).await);
    home.run_with(&server, &["think", "Why?", "--max-calls", "2", "--json"]).await.expect(0);
    let html = home.run(&["runs", "export", "last", "--format", "html"]).await.expect(0).stdout;
    assert!(html.contains("<summary>1 thought</summary>"), "{html}");
    assert!(html.contains("1 thought, 0 questions, 1 synthesis, 0 contradictions"), "{html}");
    let shown = home.run(&["runs", "show", "last"]).await.expect(0).stdout;
    assert!(shown.contains("made       1 thought, 0 questions, 1 synthesis\n"), "{shown}");
}

#[tokio::test]
async fn an_unfinished_run_is_exported_too() {
    let (home, server) = (Home::new(), model(0).await);
    let args = ["think", "Why?", "--max-calls", "6", "--json"];
    home.run_with(&server, &args).await.expect(0);
    let fork = home
        .run(&["runs", "fork", "last", "--at", "4", "--no-start", "--json"])
        .await
        .expect(0)
        .json();
    let id = fork["session_id"].as_str().unwrap();
    for format in ["md", "html"] {
        let text = home.run(&["runs", "export", id, "--format", format]).await.expect(0).stdout;
        assert!(text.contains("There is no final synthesis yet."));
    }
}
