//! Runs over HTTP, by their own names and by seed A's, on the same runs.

use serde_json::{Value, json};

use crate::server_support::{Server, heard, serve};
use crate::support::{Home, model};

const QUESTION: &str = "Why is the sky dark at night?";

async fn sleepy(delay_ms: u64) -> (Home, testkit::fake_model::FakeModel, Server) {
    let (home, model) = (Home::new(), model(delay_ms).await);
    let server = serve(&home, Some(&model), &[]).await;
    (home, model, server)
}

fn texts<'a>(values: &'a Value, field: &str) -> Vec<&'a str> {
    values.as_array().unwrap().iter().map(|value| value[field].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_session_begins_at_once_and_tells_how_far_it_is() {
    let (_home, model, server) = sleepy(40).await;
    let begun = std::time::Instant::now();
    let body = json!({"question": QUESTION, "duration_minutes": 0.05, "model_id": "openai/fake"});
    let started = server.post("/api/thinking/start", body).await.expect(201).json();
    assert!(begun.elapsed().as_millis() < 1000, "it does not wait for the thinking");
    assert_eq!(started["status"], "thinking");
    let id = started["session_id"].as_str().unwrap();

    let view = server.completed(id).await;
    assert_eq!(view["original_question"], QUESTION);
    assert_eq!(view["thinking_duration_minutes"], 0.05);
    assert_eq!(view["progress_percentage"], 100.0);
    assert_eq!(view["model"], "openai/fake");
    assert_eq!(view["mode"], "extended");
    assert_eq!(view["interrupted"], false);
    assert!(view["elapsed_seconds"].as_f64().unwrap() > 1.0, "{view:#}");
    assert!(view["elapsed_seconds"].as_f64().unwrap() < 5.0, "{view:#}");
    assert_eq!(view["spent"]["calls"].as_u64().unwrap(), model.requests().len() as u64);
    let evolution = view["confidence_evolution"].as_array().unwrap();
    assert_eq!(evolution.len() as u64, view["synthesis_count"].as_u64().unwrap());
    assert_eq!(evolution.last(), Some(&view["final_confidence"]));
    assert_eq!(server.get(&format!("/api/thinking/{id}")).await.expect(200).json(), view);

    let thoughts = server.get(&format!("/api/thinking/{id}/stream")).await.expect(200).json();
    let numbers: Vec<u64> = thoughts["thoughts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|thought| thought["sequence_number"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, (0..view["thought_count"].as_u64().unwrap()).collect::<Vec<_>>());
    assert!(numbers.len() > 5);
    let questions = server.get(&format!("/api/thinking/{id}/questions")).await.expect(200).json();
    let count = questions["sub_questions"].as_array().unwrap().len() as u64;
    assert_eq!(count, view["question_count"].as_u64().unwrap());
    assert!(count > 0);
    let syntheses = server.get(&format!("/api/thinking/{id}/syntheses")).await.expect(200).json();
    let texts = texts(&syntheses["syntheses"], "synthesis_text");
    assert_eq!(texts.len(), evolution.len());
    assert_eq!(texts.last().copied(), view["final_synthesis"].as_str());
}

#[tokio::test]
async fn a_long_train_of_thought_comes_page_by_page() {
    let (home, model) = (Home::new(), model(0).await);
    let server = serve(&home, Some(&model), &[]).await;
    let asked = json!({"question": "Why?", "mode": "extended", "max_calls": 200, "parallel": 4});
    let run = server.begin(asked).await;
    let count = server.completed(&run).await["thought_count"].as_u64().unwrap();
    assert!(count > 250, "that is some pages: {count}");
    let reply = server.get(&format!("/api/thinking/{run}/stream")).await.expect(200);
    assert_eq!(reply.header("content-type"), Some("application/json"));
    assert_eq!(reply.header("content-length"), None, "nobody held all of it to count");
    let told = reply.json();
    assert_eq!(told["session_id"], run);
    let thoughts = told["thoughts"].as_array().unwrap().iter();
    let numbers = thoughts.map(|thought| thought["sequence_number"].as_u64().unwrap());
    assert_eq!(numbers.collect::<Vec<_>>(), (0..count).collect::<Vec<_>>());

    let empty = server.begin(json!({"question": "Why?", "mode": "extended", "start": false})).await;
    let told = server.get(&format!("/api/thinking/{empty}/stream")).await.expect(200).json();
    assert_eq!(told, json!({"session_id": empty, "thoughts": []}));
}

#[tokio::test]
async fn progress_counts_and_confidence_move_while_it_thinks() {
    let (_home, _model, server) = sleepy(30).await;
    let body = json!({
        "question": QUESTION, "mode": "extended", "max_calls": 40, "synthesis_after_insights": 3,
    });
    let id = server.begin(body).await;
    let (mut seen, mut last) =
        (Vec::new(), json!({"progress_percentage": 0.0, "thought_count": 0}));
    loop {
        let view = server.look(&id).await;
        for field in ["progress_percentage", "thought_count", "elapsed_seconds", "last_seq"] {
            let (before, now) =
                (last[field].as_f64().unwrap_or(0.0), view[field].as_f64().unwrap());
            assert!(now >= before, "{field} went from {before} to {now}");
        }
        let (row, evolution) = (view["synthesis_count"].as_u64(), &view["confidence_evolution"]);
        assert!(evolution.as_array().unwrap().len() as u64 >= row.unwrap());
        if view["status"] == "completed" {
            break;
        }
        assert_eq!(view["status"], "thinking");
        // The answer is there a moment before what it taught is kept.
        if !view["final_synthesis"].is_null() {
            continue;
        }
        seen.push(view["progress_percentage"].as_f64().unwrap());
        last = view;
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    seen.dedup();
    assert!(seen.len() > 5, "progress moved only {seen:?}");
    assert!(last["confidence_evolution"].as_array().unwrap().len() >= 2, "{last:#}");
}

#[tokio::test]
async fn a_run_is_told_things_by_both_names() {
    for name in ["runs", "thinking"] {
        let (_home, model, server) = sleepy(50).await;
        let body = json!({"question": QUESTION, "mode": "extended", "max_calls": 400});
        let id = server.begin(body).await;
        let path = format!("/api/{name}/{id}");
        server.look_until(&id, |view| view["thought_count"].as_u64() >= Some(3)).await;

        let told = server.tell(&format!("{path}/pause")).await.expect(200).json();
        assert_eq!((&told["status"], &told["obeyed"]), (&json!("paused"), &json!(true)));
        let paused = server.look(&id).await;
        assert_eq!(paused["reason"], "asked to pause");
        let asked = model.requests().len();
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        assert_eq!(model.requests().len(), asked, "a paused run asks nothing");
        assert_eq!(server.look(&id).await["elapsed_seconds"], paused["elapsed_seconds"]);

        let steered = server.post(&format!("{path}/steer"), json!({"text": "What of dust?"})).await;
        assert_eq!(steered.expect(200).json()["obeyed"], true);
        let told = server.tell(&format!("{path}/resume")).await.expect(200).json();
        assert_eq!((&told["status"], &told["obeyed"]), (&json!("thinking"), &json!(true)));
        server
            .look_until(&id, |view| {
                view["thought_count"].as_u64() > paused["thought_count"].as_u64()
            })
            .await;
        let questions = server.get(&format!("/api/thinking/{id}/questions")).await.json();
        let dust = questions["sub_questions"].as_array().unwrap().iter();
        let dust = dust.clone().find(|q| q["question_text"] == "What of dust?").expect("steered");
        assert_eq!((&dust["priority"], &dust["origin"]), (&json!(10), &json!("steer")));

        let early = server.post(&format!("{path}/feedback"), json!({"verdict": "right"})).await;
        early.problem(409, "run_not_over");
        server.delete(&path).await.problem(409, "run_held");
        let told = server.tell(&format!("{path}/cancel")).await.expect(200).json();
        assert_eq!(told["status"], "failed");
        for command in ["pause", "resume", "cancel"] {
            server.tell(&format!("{path}/{command}")).await.problem(409, "run_over");
        }
        let note = json!({"verdict": "wrong", "note": "it is the expansion"});
        assert_eq!(
            server.post(&format!("{path}/feedback"), note).await.expect(200).json()["obeyed"],
            true
        );

        let view = server.look(&id).await;
        assert!(view["final_synthesis"].is_string(), "what it thought so far");
        let journal = server.journal(&id).await;
        let fork = server.post(&format!("{path}/fork"), json!({"at": 5, "max_calls": 8})).await;
        let fork = fork.expect(201).json();
        assert_ne!(fork["session_id"], view["session_id"]);
        let fork_id = fork["session_id"].as_str().unwrap();
        server.completed(fork_id).await;
        let forked = server.journal(fork_id).await;
        assert_eq!(forked[5]["stage"], "forked");
        assert_eq!(forked[5]["payload"]["from"], id.as_str());
        for (before, after) in journal[..5].iter().zip(&forked) {
            assert_eq!(before["payload"], after["payload"]);
        }

        let markdown = server.get(&format!("{path}/export?format=md")).await.expect(200);
        assert_eq!(markdown.header("content-type"), Some("text/markdown; charset=utf-8"));
        assert!(markdown.body.contains(QUESTION) && markdown.body.contains("What of dust?"));
        let page = server.get(&format!("{path}/export?format=html")).await.expect(200);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        assert!(page.body.contains("<!doctype html>") && page.body.contains("What of dust?"));
        page.check_security();
        let file = server.get(&format!("{path}/export")).await.expect(200).json();
        assert_eq!(file["original_question"], QUESTION);
        assert_eq!(
            file["thoughts"].as_array().unwrap().len() as u64,
            view["thought_count"].as_u64().unwrap()
        );

        let gone = server.delete(&path).await.expect(204);
        assert_eq!(gone.body, "");
        server.get(&path).await.problem(404, "run_not_found");
        server.delete(&path).await.problem(404, "run_not_found");
        server.get(&format!("{path}/export")).await.problem(404, "run_not_found");
        server.look(fork_id).await;
    }
}

#[tokio::test]
async fn a_run_can_be_made_first_and_begun_later() {
    let (_home, model, server) = sleepy(0).await;
    let id = server.begin(json!({"question": QUESTION, "start": false})).await;
    assert_eq!(server.look(&id).await["status"], "created");
    assert_eq!(model.requests().len(), 0);
    server.tell(&format!("/api/runs/{id}/resume")).await.expect(200);
    let view = server.completed(&id).await;
    assert_eq!(view["mode"], "fast");
    assert!(view["final_synthesis"].as_str().unwrap().contains("the sky dark"));
}

#[tokio::test]
async fn another_model_can_go_on_with_a_paused_run_only() {
    let (_home, model, server) = sleepy(50).await;
    let id =
        server.begin(json!({"question": QUESTION, "mode": "extended", "max_calls": 300})).await;
    server.look_until(&id, |view| view["thought_count"].as_u64() >= Some(1)).await;
    let resume = format!("/api/runs/{id}/resume");
    server.post(&resume, json!({"model": "none"})).await.problem(409, "run_thinking");
    server.tell(&format!("/api/runs/{id}/pause")).await.expect(200);
    let asked = model.requests().len();
    server.post(&resume, json!({"model": "none"})).await.expect(200);
    let view = server.completed(&id).await;
    assert_eq!(view["model"], Value::Null);
    assert_eq!(model.requests().len(), asked, "it thinks without one from then on");
    server
        .post("/api/runs", json!({"question": "Why?", "model": "nobody/x"}))
        .await
        .problem(422, "model_misconfigured");
}

#[tokio::test]
async fn runs_are_listed_page_by_page_and_by_state() {
    let home = Home::new();
    let server = serve(&home, None, &[]).await;
    let mut ids = Vec::new();
    for n in 0..7 {
        let id =
            server.begin(json!({"question": format!("Question {n}?"), "start": n % 2 == 0})).await;
        ids.push(id);
    }
    for id in ids.iter().step_by(2) {
        server.completed(id).await;
    }
    ids.reverse();
    let (mut listed, mut next) = (Vec::new(), String::new());
    loop {
        let page = server.get(&format!("/api/runs?limit=3{next}")).await.expect(200).json();
        let rows = texts(&page["runs"], "session_id");
        assert!(rows.len() <= 3);
        listed.extend(rows.iter().map(|id| (*id).to_owned()));
        match page["next"].as_str() {
            Some(before) => next = format!("&before={before}"),
            None => break,
        }
    }
    assert_eq!(listed, ids, "newest first, each once");
    let page = server.get("/api/runs?status=created").await.expect(200).json();
    assert_eq!(texts(&page["runs"], "session_id"), [&ids[1], &ids[3], &ids[5]]);
    let page = server.get("/api/runs?status=paused").await.expect(200).json();
    assert_eq!(page, json!({"runs": [], "next": null}));
    for query in ["limit=0", "limit=201", "limit=x", "status=asleep", "before=x", "colour=red"] {
        server.get(&format!("/api/runs?{query}")).await.problem(400, "bad_query");
    }
}

#[tokio::test]
async fn a_conversation_remembers_what_was_said_in_it() {
    let (_home, model, server) = sleepy(0).await;
    let conversation = server.tell("/api/conversations").await.expect(201).json();
    let id = conversation["conversation_id"].as_str().unwrap();
    let ask = async |question: &str| {
        let run = server.begin(json!({"question": question, "conversation_id": id})).await;
        server.completed(&run).await
    };
    let first = ask("Who was Ada Lovelace?").await;
    assert_eq!(first["conversation_id"], id);
    let answer = first["final_synthesis"].as_str().unwrap();
    ask("When was she born?").await;
    let requests = model.requests();
    let prompt = &requests.last().unwrap().asked.prompt;
    assert!(!requests[0].asked.prompt.contains(answer), "nothing was said before the first");
    for said in ["Who was Ada Lovelace?", answer, "When was she born?"] {
        assert!(prompt.contains(said), "{said} is not in:\n{prompt}");
    }

    let path = format!("/api/conversations/{id}");
    let read = server.get(&path).await.expect(200).json();
    assert_eq!(texts(&read["messages"], "role"), ["user", "assistant", "user", "assistant"]);
    assert_eq!(read["messages"][1]["content"], answer);
    assert_eq!(read["messages"][2]["content"], "When was she born?");
    assert_eq!(read["messages"][0]["session_id"], first["session_id"]);
    let other = server.post("/api/conversations", json!({})).await.expect(201).json();
    let named = server.post("/api/conversations", json!({"title": "Mine"})).await;
    named.problem(422, "invalid");
    let page = server.get("/api/conversations?limit=1").await.expect(200).json();
    assert_eq!(page["conversations"][0]["conversation_id"], other["conversation_id"]);
    let next = page["next"].as_str().unwrap();
    let page = server.get(&format!("/api/conversations?before={next}")).await.json();
    assert_eq!(texts(&page["conversations"], "conversation_id"), [id]);

    let run = first["session_id"].as_str().unwrap();
    server.delete(&path).await.expect(204);
    server.get(&path).await.problem(404, "conversation_not_found");
    server.get(&format!("/api/runs/{run}")).await.problem(404, "run_not_found");
    let lost = json!({"question": "And then?", "conversation_id": id});
    server.post("/api/runs", lost).await.problem(404, "conversation_not_found");
}

#[tokio::test]
async fn a_conversation_is_kept_while_a_run_in_it_thinks() {
    let (_home, _model, server) = sleepy(200).await;
    let conversation = server.tell("/api/conversations").await.expect(201).json();
    let id = conversation["conversation_id"].as_str().unwrap();
    let body = json!({
        "question": QUESTION, "mode": "extended", "max_calls": 100, "conversation_id": id,
    });
    let run = server.begin(body).await;
    server.look_until(&run, |view| view["thought_count"].as_u64() >= Some(1)).await;
    server.delete(&format!("/api/conversations/{id}")).await.problem(409, "run_held");
    assert_eq!(server.look(&run).await["status"], "thinking");
    server.tell(&format!("/api/runs/{run}/cancel")).await.expect(200);
    server.delete(&format!("/api/conversations/{id}")).await.expect(204);
}

#[tokio::test]
async fn what_is_not_asked_properly_is_told_so() {
    let home = Home::new();
    let server = serve(&home, None, &[]).await;
    let ask = |body: &'static str| {
        let request =
            server.request("POST", "/api/runs").header("content-type", "application/json");
        heard(request.body(body))
    };
    ask("{").await.problem(400, "bad_json");
    ask("[]").await.problem(422, "invalid");
    ask(r#"["Why?"]"#).await.problem(422, "invalid");
    ask(r#"{"question": 7}"#).await.problem(422, "invalid");
    for wrong in
        ["7", r#"{"question": "Why?", "parallel": "x"}"#, r#"{"question": "Why?", "mode": "x"}"#]
    {
        let told = ask(wrong).await.problem(422, "invalid").to_string();
        for type_name in ["RunRequest", "AskedMode", "u32", "struct", "enum"] {
            assert!(!told.contains(type_name), "{told}");
        }
    }
    ask(r#"{"question": "Why?", "colour": "red"}"#).await.problem(422, "invalid");
    let empty = ask(r#"{"question": "  "}"#).await.problem(422, "invalid");
    assert_eq!(empty["field"], "question");
    let never = ask(r#"{"question": "Why?", "minutes": 0}"#).await.problem(422, "invalid");
    assert_eq!(never["field"], "minutes");
    let text = server.request("POST", "/api/runs").body("Why?");
    heard(text).await.problem(415, "not_json");
    server.get("/api/runs/not-an-id").await.problem(404, "not_found");
    server.get("/api/nothing").await.problem(404, "not_found");
    let wrong = heard(server.request("PUT", "/api/runs")).await;
    wrong.problem(405, "method_not_allowed");
    let allowed = wrong.header("allow").expect("what is allowed");
    assert!(allowed.contains("GET") && allowed.contains("POST"), "{allowed}");
}

/// A driver that has just obeyed is letting go of the run when the next command comes.
#[tokio::test]
async fn commands_in_quick_succession_are_all_obeyed() {
    let home = Home::new();
    home.configure("[limits]\nrequests_per_second = 1000\nrequest_burst = 2000");
    let server = serve(&home, None, &[]).await;
    let id = server.begin(json!({"question": QUESTION, "mode": "extended", "start": false})).await;
    let path = format!("/api/runs/{id}/steer");
    let mut askers = tokio::task::JoinSet::new();
    for asker in 0..6 {
        let (visitor, path) = (server.anybody(), path.clone());
        askers.spawn(async move {
            for n in 0..60 {
                let text = format!("What of {n} and {asker}?");
                let steered = visitor.post(&path, json!({ "text": text })).await.expect(200).json();
                assert_eq!(steered["obeyed"], true, "command {n} of asker {asker}");
            }
        });
    }
    while let Some(asker) = askers.join_next().await {
        asker.unwrap();
    }
    let steered = server.journal(&id).await;
    assert_eq!(steered.iter().filter(|event| event["stage"] == "steered").count(), 360);
}
