//! Whose things they are, for every route that the server's own description tells of: a new one cannot
//! be forgotten here.

use std::net::{IpAddr, Ipv4Addr};

use serde_json::{Value, json};

use crate::server_support::{
    Operation, Reply, Server, Visitor, heard, key_for, operations, serve, with,
};
use crate::support::{Home, model};

/// These tell nothing about anybody. One more must be put here on purpose.
const PUBLIC: [&str; 4] = ["/docs", "/healthz", "/openapi.json", "/readyz"];
/// In everything that the first owner has, and nowhere else.
const SECRET: &str = "zanzibar";

struct Neighbours {
    home: Home,
    server: Server,
    _model: testkit::fake_model::FakeModel,
    ada: Visitor,
    bob: Visitor,
    run: String,
    conversation: String,
    reflex: String,
    desire: String,
}

/// What Ada learned from.
const SOURCE: &str = "spices.md";

impl Neighbours {
    /// Ada has a conversation with a run in it that is over, and knows something. Bob has nothing.
    async fn new() -> Self {
        let (home, model) = (Home::new(), model(0).await);
        let keys = (key_for(&home, "ada").await.1, key_for(&home, "bob").await.1);
        let server = serve(&home, Some(&model), &["--require-keys"]).await;
        let (ada, bob) = (server.visitor(&keys.0), server.visitor(&keys.1));
        let conversation = ada.tell("/api/conversations").await.expect(201).json();
        let conversation = conversation["conversation_id"].as_str().unwrap().to_owned();
        let question = format!("What is in {SECRET}?");
        let body = json!({
            "question": question, "conversation_id": conversation, "mode": "extended", "max_calls": 4,
        });
        let run = ada.begin(body).await;
        ada.completed(&run).await;
        let learned = json!({
            "source": SOURCE,
            "silo": SECRET,
            "lessons": [
                {"title": "Why", "text": format!("The reason why is that cloves come from {SECRET}.")},
                {"subject": "why", "relation": "causes", "object": SECRET},
            ],
        });
        ada.post("/api/memory", learned).await.expect(200);
        let mut reflex = String::new();
        for pattern in ["one", "two", "why"] {
            let body = json!({"pattern": pattern, "response": SECRET, "is_approved": false});
            reflex =
                ada.post("/api/mind/reflexes", body).await.expect(201).json()["id"].to_string();
        }
        let mut desire = String::new();
        for about in ["cloves", "ships", SECRET] {
            let body = json!({"text": format!("learn about {about}")});
            desire = ada.post("/api/mind/desires", body).await.expect(201).json()["id"].to_string();
        }
        Self { home, server, _model: model, ada, bob, run, conversation, reflex, desire }
    }

    /// Everything of Ada's.
    async fn all(&self) -> Value {
        let Self { ada, run, conversation, .. } = self;
        let recall = json!({"question": "Where do cloves come from?"});
        json!({
            "run": ada.journal(run).await,
            "conversation": ada.get(&format!("/api/conversations/{conversation}")).await.json(),
            "recall": ada.post("/api/memory/recall", recall).await.expect(200).json(),
            "mind": ada.get("/api/mind").await.json(),
            "sources": ada.get("/api/memory/sources").await.json(),
            "facts": ada.get("/api/mind/facts").await.json(),
            "reflexes": ada.get("/api/mind/reflexes").await.json(),
            "desires": ada.get("/api/mind/desires").await.json(),
        })
    }

    /// What of Ada's a route is about.
    fn thing(&self, operation: &Operation) -> &str {
        match &operation.path {
            path if path.contains("conversations") => &self.conversation,
            path if path.contains("{source}") => SOURCE,
            path if path.contains("{reflex}") => &self.reflex,
            path if path.contains("{desire}") => &self.desire,
            // Numbers are everybody's own; this one is nobody's.
            path if path.contains("{gap}") => "4000000",
            _ => &self.run,
        }
    }

    async fn operations(&self) -> Vec<Operation> {
        operations(&self.server.openapi().await)
    }
}

/// Each from an address of its own, because wrong keys from one address are not taken without end.
fn address(n: usize) -> IpAddr {
    Ipv4Addr::new(127, 0, 1, u8::try_from(n + 1).unwrap()).into()
}

#[tokio::test]
async fn nothing_is_told_without_a_key_that_is_right() {
    let neighbours = Neighbours::new().await;
    let Neighbours { home, server, .. } = &neighbours;
    let (id, revoked) = key_for(home, "ada").await;
    server.visitor(&revoked).get("/api/runs").await.expect(200);
    home.run(&["keys", "revoke", &id]).await.expect(0);
    let reserved = home.run(&["keys", "create", "local"]).await.expect(2);
    assert!(reserved.stderr.contains("needs no key"), "{}", reserved.stderr);
    let (_, right) = key_for(home, "ada").await;
    let almost =
        format!("{}{}", &right[..right.len() - 1], if right.ends_with('0') { '1' } else { '0' });

    let operations = neighbours.operations().await;
    for (n, operation) in operations.iter().enumerate() {
        let thing = neighbours.thing(operation);
        let is_public = PUBLIC.contains(&operation.path.as_str());
        assert_eq!(operation.is_public, is_public, "{operation} is public, or should be");
        let nobody = heard(operation.ask(server, thing)).await;
        nobody.check_security();
        if is_public {
            nobody.expect(200);
            continue;
        }
        let told = nobody.problem(401, "unauthorised");
        assert!(told["hint"].as_str().unwrap().contains("Authorization"), "{operation}");
        assert_eq!(nobody.header("www-authenticate"), Some("Bearer"), "{operation}");
        for wrong in ["secret", "rmk_000000000000_0", &revoked, &almost] {
            let stranger = server.visitor_from(address(n), wrong);
            let refused = heard(operation.ask(&stranger, thing)).await;
            refused.problem(401, "unauthorised");
            let in_header = operation.ask(server, thing).header("x-api-key", wrong);
            if n == 0 {
                heard(in_header).await.problem(401, "unauthorised");
            }
        }
    }
    for path in PUBLIC {
        server.get(path).await.expect(200);
    }
    // What is not there does not tell that it is not.
    server.get("/api/nothing").await.problem(401, "unauthorised");
    let right = server.request("GET", "/api/runs").header("x-api-key", &right);
    heard(right).await.expect(200);
}

#[tokio::test]
async fn a_revoked_key_opens_nothing_from_that_moment_on() {
    let home = Home::new();
    let ((id, key), _other) = (key_for(&home, "ada").await, key_for(&home, "ada").await);
    let server = serve(&home, None, &["--require-keys"]).await;
    let ada = server.visitor(&key);
    for _ in 0..3 {
        ada.get("/api/runs").await.expect(200);
    }
    home.run(&["keys", "revoke", &id]).await.expect(0);
    ada.get("/api/runs").await.problem(401, "unauthorised");
}

#[tokio::test]
async fn another_owner_finds_nothing() {
    let neighbours = Neighbours::new().await;
    let Neighbours { bob, run, conversation, .. } = &neighbours;
    let before = neighbours.all().await;
    for (what, all) in before.as_object().unwrap() {
        assert!(what == "mind" || all.to_string().contains(SECRET), "{what}: {all}");
    }
    let mut foreign = 0;
    for operation in neighbours.operations().await {
        let reply = heard(operation.ask(bob, neighbours.thing(&operation))).await;
        assert!(!reply.body.contains(SECRET), "{operation} told {}", reply.body);
        if operation.is_about_one_thing() {
            check_not_found(&operation, &reply);
            foreign += 1;
        } else {
            assert!(reply.status < 300, "{operation}: {}", reply.body);
        }
        for place in &operation.conversations {
            let body = with(operation.body.clone().unwrap(), place, json!(conversation));
            let reply = bob.post(&operation.path, body).await;
            assert!(!reply.body.contains(SECRET), "{operation} told {}", reply.body);
            check_not_found(&operation, &reply);
            foreign += 1;
        }
    }
    assert!(foreign > 25, "{foreign} routes are about one thing");
    assert_eq!(
        bob.get("/api/conversations").await.json()["conversations"].as_array().unwrap().len(),
        2,
        "the one that was begun, and the one of the completion"
    );
    let bobs = bob.get("/api/runs").await.expect(200).json();
    assert!(!bobs.to_string().contains(run.as_str()));
    // As if it never was.
    let foreign = bob.get(&format!("/api/runs/{run}")).await.problem(404, "run_not_found");
    let unknown = uuid_like(run);
    let absent = bob.get(&format!("/api/runs/{unknown}")).await.problem(404, "run_not_found");
    let named = |problem: &Value, id: &str| problem.to_string().replace(id, "ID");
    assert_eq!(named(&foreign, run), named(&absent, &unknown));
    // A foreign id does not serve as a place in one's own list either: it is only an order.
    let listed = bob.get(&format!("/api/runs?before={run}")).await.expect(200);
    assert!(!listed.body.contains(SECRET));
    // Names of sources are everybody's own.
    let bobs = json!({"source": SOURCE, "lessons": []});
    bob.post("/api/memory", bobs).await.expect(200);
    let goes_on = json!({"source": "foreign", "reading": 1, "lessons": []});
    bob.post("/api/memory", goes_on).await.problem(404, "source_not_found");
    bob.delete(&format!("/api/memory/sources/{SOURCE}")).await.expect(200);
    assert_eq!(neighbours.all().await, before, "nothing happened to it");
}

/// By our own name for it, whether in a problem document or in the form that another API has.
#[track_caller]
fn check_not_found(operation: &Operation, reply: &Reply) {
    assert_eq!(reply.status, 404, "{operation}: {}", reply.body);
    let codes = [
        "run_not_found",
        "conversation_not_found",
        "source_not_found",
        "reflex_not_found",
        "desire_not_found",
        "gap_not_found",
    ];
    assert!(codes.iter().any(|code| reply.body.contains(code)), "{operation}: {}", reply.body);
    reply.check_security();
}

/// An id that nothing has.
fn uuid_like(id: &str) -> String {
    let last = if id.ends_with('0') { '1' } else { '0' };
    format!("{}{last}", &id[..id.len() - 1])
}

#[tokio::test]
async fn runs_of_the_command_line_belong_to_whoever_sits_there() {
    let home = Home::new();
    home.run(&["think", "Mine?", "--model", "none", "--max-calls", "3", "--json"]).await.expect(0);
    let (_, key) = key_for(&home, "ada").await;
    let open = serve(&home, None, &[]).await;
    let count = |runs: Value| runs["runs"].as_array().unwrap().len();
    assert_eq!(count(open.get("/api/runs").await.json()), 1);
    // A key says who one is, where none is asked for too.
    assert_eq!(count(open.visitor(&key).get("/api/runs").await.json()), 0);
    open.visitor("rmk_000000000000_0").get("/api/runs").await.problem(401, "unauthorised");
}

#[tokio::test]
async fn nobody_is_given_the_answers_or_the_knowledge_of_another() {
    let (home, model) = (Home::new(), model(0).await);
    let keys = (key_for(&home, "ada").await.1, key_for(&home, "bob").await.1);
    let notes = home.path().join("notes.md");
    std::fs::write(&notes, format!("# Treasure\n\nThe treasure lies in {SECRET}.\n")).unwrap();
    // Who sits at the machine learns for themselves.
    home.run(&["learn", notes.to_str().unwrap()]).await.expect(0);
    let server = serve(&home, Some(&model), &["--require-keys"]).await;
    let (ada, bob) = (server.visitor(&keys.0), server.visitor(&keys.1));
    let question = json!({"question": "Where does the treasure lie?", "mode": "fast"});
    let mut calls = 0;
    for (visitor, is_asked) in [(&ada, true), (&ada, false), (&bob, true)] {
        let run = visitor.begin(question.clone()).await;
        let seen = visitor.completed(&run).await;
        assert_eq!(model.requests().len() > calls, is_asked, "{seen}");
        assert!(!seen.to_string().contains(SECRET), "{seen}");
        calls = model.requests().len();
    }
    assert!(model.requests().iter().all(|request| !request.asked.prompt.contains(SECRET)));
}
