//! What is said where there is no answer, or a wrong one: by the exit code, by the sentence that matters, and by what can
//! be done about it.

use crate::support::Home;

const GARDEN: &str = "# The garden\n\nThe garden lies by the river and is older than the house. It has two \
    gates that nobody locks. Ann Hui waters the roses on Monday morning. Ann Hui lives in Bergen.\n";

async fn garden() -> Home {
    let home = Home::new();
    let file = home.write("notes/garden.md", GARDEN);
    home.run(&["learn", &file]).await.expect(0);
    home
}

#[tokio::test]
async fn a_script_sees_by_the_exit_code_that_there_is_no_answer() {
    let home = garden().await;
    let known = home.run(&["ask", "Where does Ann Hui live?", "--model", "none"]).await.expect(0);
    assert_eq!(known.stdout, "Bergen\n");
    let unknown = home.run(&["ask", "Where was Ann Hui born?", "--model", "none"]).await.expect(9);
    assert_eq!(unknown.stdout, "Where Ann Hui was born is not known.\n");
}

#[tokio::test]
async fn the_sentence_that_matters_is_quoted() {
    let home = garden().await;
    let asked = home.run(&["ask", "Why are the gates open?", "--model", "none"]).await.expect(9);
    assert!(asked.stdout.contains("“… It has two gates that nobody locks”"), "{}", asked.stdout);
    let recalled = home.run(&["recall", "Who locks the gates?"]).await.expect(0);
    let excerpt = recalled.stdout.lines().nth(1).unwrap();
    assert_eq!(excerpt.trim(), "… It has two gates that nobody locks");
}

#[tokio::test]
async fn nothing_is_asked_of_an_empty_question() {
    let home = garden().await;
    for args in [&["recall", " "][..], &["mind", "explain", ""]] {
        let said = home.run(args).await.expect(2);
        assert!(said.stderr.contains("the question is empty"), "{}", said.stderr);
    }
    let facts = home.run(&["mind", "facts", "--silo", "cooking"]).await.expect(3);
    assert!(facts.stderr.contains("there is no silo cooking"), "{}", facts.stderr);
    home.run(&["mind", "facts", "--silo", "thoughts"]).await.expect(0);
}

#[tokio::test]
async fn who_calls_a_fact_wrong_is_told_where_it_is_said() {
    let home = garden().await;
    home.run(&["ask", "Where does Ann Hui live?", "--model", "none"]).await.expect(0);
    let right = home.run(&["runs", "feedback", "last", "right"]).await.expect(0);
    assert!(!right.stderr.contains("mind forget"), "{}", right.stderr);
    let wrong = home.run(&["runs", "feedback", "last", "wrong"]).await.expect(0);
    assert!(
        wrong.stderr.contains("mind forget") && wrong.stderr.contains("garden.md#1"),
        "{}",
        wrong.stderr
    );
}

#[tokio::test]
async fn what_was_not_learned_is_named() {
    let home = Home::new();
    home.write("notes/garden.md", GARDEN);
    home.write("notes/plan.xyz", "no kind that is read");
    let notes = home.path().join("notes");
    let said = home.run(&["learn", notes.to_str().unwrap()]).await.expect(0);
    assert!(said.stdout.contains("1 left out"), "{}", said.stdout);
    assert!(said.stderr.contains("plan.xyz"), "{}", said.stderr);
    let missing = home.path().join("nowhere.md");
    let missing = missing.to_str().unwrap();
    let failed = home.run(&["learn", missing, "--json"]).await.json();
    assert_eq!(failed["failed"][0]["source"], missing);
}
