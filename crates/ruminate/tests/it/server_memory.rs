//! Learning, recalling, looking into the mind and forgetting over HTTP.

use serde_json::{Value, json};

use crate::server_support::{Reply, Server, Visitor, key_for, serve};
use crate::support::Home;

async fn served(limits: &str) -> (Home, Server) {
    let home = Home::new();
    home.configure(&format!("[limits]\n{limits}"));
    let server = serve(&home, None, &[]).await;
    (home, server)
}

impl Visitor {
    async fn learn(&self, body: Value) -> Value {
        self.post("/api/memory", body).await.expect(200).json()
    }

    async fn recall(&self, body: Value) -> Vec<Value> {
        let said = self.post("/api/memory/recall", body).await.expect(200).json();
        said["passages"].as_array().unwrap().clone()
    }
}

fn titles(passages: &[Value]) -> Vec<&str> {
    passages.iter().map(|one| one["title"].as_str().unwrap()).collect()
}

/// Which field is wrong.
#[track_caller]
fn invalid(reply: &Reply, field: &str) -> String {
    let told = reply.problem(422, "invalid");
    assert_eq!(told["field"], field, "{told}");
    told["hint"].as_str().unwrap().to_owned()
}

fn lessons() -> Value {
    json!([
        {"id": "m", "title": "Mitochondria", "text": "Mitochondria produce ATP. They were discovered by Albert von Kölliker."},
        {"id": 7, "title": "Albert von Kölliker", "text": "Albert von Kölliker was a Swiss anatomist. He studied at the University of Zurich."},
        {"subject": "disk_pressure", "relation": "caused_by", "object": "large_files", "confidence": 0.8},
        {"title": "Trip", "text": "I lost my umbrella in Basel.", "speaker": "Ann", "at": "8 May 2023"},
    ])
}

#[tokio::test]
async fn what_is_learned_is_recalled_over_a_hop_and_forgotten() {
    let (_home, server) = served("").await;
    let learned = server
        .learn(json!({"source": "/notes/cells.md", "silo": "biology", "lessons": lessons()}))
        .await;
    assert_eq!(learned["passages"], json!({"new": 4, "known": 0, "replaced": 0}));
    assert_eq!((&learned["silo"], &learned["forgotten"]), (&json!("biology"), &json!(0)));

    let question = "Where did the discoverer of mitochondria study?";
    let found = server.recall(json!({"question": question, "k": 2})).await;
    assert_eq!(titles(&found), ["Mitochondria", "Albert von Kölliker"]);
    assert_eq!(found[1]["source_id"], 7, "as it was given");
    assert_eq!(found[1]["why"].as_array().unwrap().last().unwrap()["hop"], "mentioned_by");
    assert!(found[1]["text"].as_str().unwrap().contains("University of Zurich"));
    assert_eq!(
        (&found[1]["source"], &found[1]["silo"]),
        (&json!("/notes/cells.md"), &json!("biology"))
    );
    let bare = server.recall(json!({"question": question, "texts": false})).await;
    assert!(bare[0].get("text").is_none() && bare[0]["score"].as_f64().unwrap() > 0.0);
    let elsewhere = json!({"question": question, "silo": "cooking"});
    assert_eq!(server.recall(elsewhere).await, [] as [Value; 0]);

    let mind = server.get("/api/mind").await.expect(200).json();
    assert_eq!(
        (&mind["passages"], &mind["turns"], &mind["silos"]),
        (&json!(4), &json!(1), &json!(1))
    );
    let silos = server.get("/api/mind/silos").await.expect(200).json();
    assert_eq!(silos, json!({"silos": [{"silo": "biology", "lessons": 4}]}));
    let facts = server.get("/api/mind/facts?concept=large%20files&silo=biology").await.expect(200);
    let fact = &facts.json()["facts"][0];
    assert_eq!((&fact["relation"], &fact["object"]), (&json!("cause"), &json!("disk_pressure")));
    assert_eq!(fact["grounds"][0]["source_id"], "/notes/cells.md#3");
    let none = server.get("/api/mind/facts?concept=large%20files&silo=cooking").await.expect(200);
    assert_eq!(none.json()["facts"], json!([]));
    let told = server.get("/api/mind/explain?question=What%20causes%20disk%20pressure%3F").await;
    let told = told.expect(200).json();
    assert!(told["facts"]["text"].as_str().unwrap().contains("large_files"), "{told}");

    // One lesson, then the source with what is left of it.
    let gone = server.delete("/api/memory/sources/7").await.expect(200).json();
    assert_eq!(gone, json!({"source": "7", "forgotten": 1}));
    let path = "/api/memory/sources/%2Fnotes%2Fcells.md";
    assert_eq!(server.get(path).await.expect(200).json()["silo"], "biology");
    assert_eq!(server.delete(path).await.expect(200).json()["forgotten"], 3);
    let told = server.delete(path).await.problem(404, "source_not_found");
    assert!(told["hint"].as_str().unwrap().contains("/api/memory/sources"), "{told}");
    server.get(path).await.problem(404, "source_not_found");
    assert_eq!(server.recall(json!({"question": question})).await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_source_says_what_it_says_now() {
    let (_home, server) = served("").await;
    let say = async |lessons: Value| server.learn(json!({"source": "s", "lessons": lessons})).await;
    say(json!([{"id": "a", "text": "Apples are red."}, {"id": "b", "text": "Plums are blue."}]))
        .await;
    let again = say(json!([{"id": "a", "text": "Apples are green."}])).await;
    assert_eq!((&again["passages"]["replaced"], &again["forgotten"]), (&json!(1), &json!(1)));
    assert_eq!(say(json!([])).await["forgotten"], 1);

    // A text without a source is known by what it says, and learned once.
    let note = json!({"text": "Basel lies on the Rhine.", "title": "Basel"});
    let first = server.learn(note.clone()).await;
    let second = server.learn(note).await;
    assert_eq!(first["source"], second["source"]);
    assert!(first["source"].as_str().unwrap().starts_with("note:"), "{first}");
    assert_eq!((&second["passages"]["known"], &second["forgotten"]), (&json!(1), &json!(0)));
    assert_eq!(server.recall(json!({"question": "Where does Basel lie?"})).await.len(), 1);
}

#[tokio::test]
async fn a_source_may_come_in_parts_and_is_whole_only_at_the_end() {
    let (_home, server) = served("").await;
    let part = async |body: Value| {
        let mut body = body;
        body["source"] = "big".into();
        server.learn(body).await
    };
    let first =
        part(json!({"lessons": [{"id": "a", "text": "Apples are red."}], "more": true})).await;
    assert!(first.get("forgotten").is_none(), "{first}");
    let digest =
        async || server.get("/api/memory/sources/big").await.expect(200).json()["digest"].clone();
    assert_eq!(digest().await, Value::Null, "it is not read to its end");
    let goes_on = json!({"reading": first["reading"], "lessons": [{"id": "b", "text": "Plums are blue."}], "digest": "d1"});
    assert_eq!(part(goes_on.clone()).await["forgotten"], 0);
    assert_eq!(part(goes_on).await["passages"]["known"], 1, "a repeat changes nothing");
    assert_eq!(digest().await, "d1");
    assert_eq!(server.get("/api/mind").await.json()["passages"], 2);
    // Another that never comes to its end takes nothing away.
    part(json!({"lessons": [{"text": "Pears are yellow."}, {"text": "Limes are green."}], "more": true})).await;
    assert_eq!(digest().await, Value::Null);
    assert_eq!(server.get("/api/mind").await.json()["passages"], 4);
}

#[tokio::test]
async fn of_two_readings_at_once_the_later_counts_and_loses_nothing() {
    let (_home, server) = served("").await;
    let apples = json!({"id": "a", "text": "Apples are red."});
    let plums = json!({"id": "b", "text": "Plums are blue."});
    let say = |reading: Option<&Value>, lessons: Value, more: bool| {
        let mut body = json!({"source": "s", "lessons": lessons, "more": more});
        if let Some(reading) = reading {
            body["reading"] = reading.clone();
        }
        server.post("/api/memory", body)
    };
    let first = say(None, json!([apples]), true).await.expect(200).json()["reading"].clone();
    let second =
        say(None, json!([apples, plums]), true).await.expect(200).json()["reading"].clone();
    let over = say(Some(&first), json!([plums]), true).await.expect(409).json();
    assert_eq!(over["code"], "reading_over");
    assert!(over["hint"].as_str().is_some_and(|hint| hint.contains("again")), "{over}");
    say(Some(&second), json!([]), false).await.expect(200);
    assert_eq!(server.get("/api/mind").await.json()["passages"], 2);
}

#[tokio::test]
async fn a_reading_that_was_never_given_out_is_refused() {
    let (_home, server) = served("").await;
    let begun = server.learn(json!({"source": "s", "text": "Apples are red.", "more": true})).await;
    let goes_on = async |reading: u64, silo: &str| {
        let lessons = json!([{"text": "Plums are blue."}]);
        let body = json!({"source": "s", "reading": reading, "silo": silo, "lessons": lessons});
        server.post("/api/memory", body).await
    };
    let reading = begun["reading"].as_u64().unwrap();
    for (reading, silo) in [(reading + 1, "general"), (reading, "fruit")] {
        let refused = goes_on(reading, silo).await.expect(409).json();
        assert_eq!(refused["code"], "reading_over", "{refused}");
    }
    assert_eq!(server.get("/api/mind").await.json()["passages"], 1);
    goes_on(reading, "general").await.expect(200);
}

#[tokio::test]
async fn sources_are_listed_in_pages() {
    let (_home, server) = served("").await;
    for name in ["a", "b & c", "d/e"] {
        server.learn(json!({"source": name, "text": format!("{name} is a letter.")})).await;
    }
    let mut names = Vec::new();
    let mut path = "/api/memory/sources?limit=1".to_owned();
    loop {
        let page = server.get(&path).await.expect(200).json();
        let page_names = page["sources"].as_array().unwrap().iter();
        names.extend(page_names.map(|one| one["source"].as_str().unwrap().to_owned()));
        let Some(next) = page["next"].as_str() else { break };
        let next = next.replace(' ', "%20").replace('&', "%26");
        path = format!("/api/memory/sources?limit=1&after={next}");
    }
    assert_eq!(names, ["a", "b & c", "d/e"]);
    server.get("/api/memory/sources?limit=0").await.problem(400, "bad_query");
    server.get("/api/mind/facts?limit=10001").await.problem(400, "bad_query");
}

#[tokio::test]
async fn what_makes_no_sense_is_told() {
    let (_home, server) = served("").await;
    let post = async |body: Value| server.post("/api/memory", body).await;
    for (body, field) in [
        (json!({}), "lessons"),
        (json!({"text": "x", "lessons": []}), "lessons"),
        (json!({"title": "x", "lessons": []}), "lessons"),
        (json!({"text": " "}), "lessons"),
        (json!({"lessons": [{"title": "no text"}]}), "lessons"),
        (json!({"lessons": [{"text": "x", "subject": "a"}]}), "lessons"),
        (json!({"lessons": [{"text": "x", "source": "an atlas"}]}), "lessons"),
        (json!({"lessons": [{"text": "x", "confidence": 1.5}]}), "lessons"),
        (json!({"source": "..", "text": "x"}), "source"),
        (json!({"source": "x".repeat(4097), "text": "x"}), "source"),
        (
            json!({"lessons": [{"subject": "a", "relation": "b", "object": "c", "text": " "}]}),
            "lessons",
        ),
        (json!({"lessons": [{"id": "a", "text": "x"}], "reading": 1}), "source"),
        (json!({"text": "x", "digest": "d".repeat(201)}), "digest"),
    ] {
        invalid(&post(body).await, field);
    }
    for body in [
        json!({"text": "x", "silo": "a b"}),
        json!({"text": null, "lessons": []}),
        json!({"lessons": [["a", "b"]]}),
        json!({"text": "x", "reading": null, "source": "s"}),
        json!({"text": "x", "colour": "red"}),
    ] {
        post(body).await.problem(422, "invalid");
    }
    assert_eq!(server.get("/api/memory/sources").await.json()["sources"], json!([]));
    let asked = async |body: Value| server.post("/api/memory/recall", body).await;
    invalid(&asked(json!({"question": " "})).await, "question");
    invalid(&asked(json!({"question": "x", "k": 0})).await, "k");
    server.get("/api/mind/explain?question=%20").await.problem(422, "invalid");
    server.get("/api/mind/explain").await.problem(400, "bad_query");
    server.tell("/api/mind/reflexes/one/approve").await.problem(404, "not_found");
}

#[tokio::test]
async fn limits_on_lessons_are_told_by_name() {
    let limits =
        "lessons_per_request = 2\nlesson_chars = 50\nlessons_per_owner = 3\nbody_bytes = 2048";
    let (_home, server) = served(limits).await;
    let lesson = |id: &str| json!({"id": id, "text": format!("Thing {id} is red.")});
    let post = async |lessons: Value| {
        server.post("/api/memory", json!({"source": "s", "lessons": lessons, "more": true})).await
    };
    let hint = invalid(&post(json!([lesson("a"), lesson("b"), lesson("c")])).await, "lessons");
    assert!(hint.contains("limits.lessons_per_request"), "{hint}");
    let long = json!([{"id": "a", "title": "x".repeat(25), "text": "x".repeat(25)}]);
    let hint = invalid(&post(long).await, "lessons");
    assert!(hint.contains("limits.lesson_chars"), "{hint}");
    let large = json!([{"id": "a", "text": "x".repeat(3000)}]);
    post(large).await.problem(413, "body_too_large");
    post(json!([lesson("a"), lesson("b")])).await.expect(200);
    post(json!([lesson("c"), lesson("d")])).await.expect(200);
    let told = post(json!([lesson("e")])).await.problem(409, "too_many_lessons");
    assert!(told["hint"].as_str().unwrap().contains("limits.lessons_per_owner"), "{told}");
    server.delete("/api/memory/sources/s").await.expect(200);
    post(json!([lesson("e")])).await.expect(200);
}

#[tokio::test]
async fn reflexes_are_made_approved_and_deleted() {
    let (_home, server) = served("").await;
    let proposed = json!({"pattern": "What is the wifi password?", "response": "swordfish", "is_approved": false});
    let reflex = server.post("/api/mind/reflexes", proposed).await.expect(201).json();
    let answer = async || {
        let ask = json!({"question": "what's the wifi password", "mode": "fast", "fresh": true});
        let run = server.begin(ask).await;
        server.completed(&run).await["final_synthesis"].as_str().unwrap().to_owned()
    };
    assert!(!answer().await.contains("swordfish"), "nobody has approved it");
    let one = format!("/api/mind/reflexes/{}", reflex["id"]);
    let approved = server.tell(&format!("{one}/approve")).await.expect(200).json();
    assert_eq!(approved, json!({"id": reflex["id"], "approved": true}));
    assert_eq!(answer().await, "swordfish");
    let made = json!({"pattern": "consolidation", "response": "cleanup temps"});
    server.post("/api/mind/reflexes", made).await.expect(201);
    let all = server.get("/api/mind/reflexes").await.expect(200).json();
    let approved = all["reflexes"].as_array().unwrap().iter().all(|one| one["is_approved"] == true);
    assert!(approved && all["reflexes"].as_array().unwrap().len() == 2, "{all}");
    server.delete(&one).await.expect(204);
    server.delete(&one).await.problem(404, "reflex_not_found");
    server.tell(&format!("{one}/approve")).await.problem(404, "reflex_not_found");
    assert!(!answer().await.contains("swordfish"));
    invalid(
        &server.post("/api/mind/reflexes", json!({"pattern": " ", "response": "x"})).await,
        "pattern",
    );
}

#[tokio::test]
async fn a_run_answers_from_what_its_owner_learned() {
    let home = Home::new();
    let keys = (key_for(&home, "ada").await.1, key_for(&home, "bob").await.1);
    let server = serve(&home, None, &["--require-keys"]).await;
    let (ada, bob) = (server.visitor(&keys.0), server.visitor(&keys.1));
    ada.learn(json!({"text": "The treasure lies in Zanzibar.", "title": "Treasure"})).await;
    let answer = async |visitor: &Visitor| {
        let ask = json!({"question": "Where does the treasure lie?", "mode": "fast"});
        let run = visitor.begin(ask).await;
        visitor.completed(&run).await["final_synthesis"].as_str().unwrap().to_owned()
    };
    assert!(answer(&ada).await.contains("Zanzibar"));
    assert!(!answer(&bob).await.contains("Zanzibar"));
}

#[tokio::test]
async fn a_source_stays_in_its_silo_until_another_is_named() {
    let (_home, server) = served("").await;
    let note = |text: &str| json!({"source": "/notes/basel.md", "text": text});
    let mut first = note("Basel lies on the Rhine.");
    first["silo"] = json!("places");
    server.learn(first).await;
    assert_eq!(server.learn(note("Basel has a zoo.")).await["silo"], "places");
    let lessons = json!([{"text": "One."}]);
    let part = json!({"source": "/notes/basel.md", "lessons": lessons, "more": true});
    let reading = server.learn(part).await["reading"].clone();
    let part =
        json!({"source": "/notes/basel.md", "lessons": [{"text": "Two."}], "reading": reading});
    assert_eq!(server.learn(part).await["silo"], "places");
    let silos = server.get("/api/mind/silos").await.expect(200).json();
    assert_eq!(silos, json!({"silos": [{"silo": "places", "lessons": 2}]}));
    server.delete("/api/memory/sources/%2Fnotes%2Fbasel.md").await.expect(200);
}

#[tokio::test]
async fn all_beneath_a_directory_is_forgotten() {
    let (_home, server) = served("").await;
    for source in ["/notes/a.md", "/notes/b/c.md", "/notes.md"] {
        server.learn(json!({"source": source, "text": format!("This is {source}.")})).await;
    }
    let path = "/api/memory/sources/%2Fnotes?beneath=true";
    let told = server.delete(path).await.expect(200).json();
    assert_eq!(told, json!({"source": "/notes", "sources": 2, "forgotten": 2}));
    server.delete(path).await.problem(404, "source_not_found");
    let left = server.get("/api/memory/sources").await.expect(200).json();
    assert_eq!(left["sources"].as_array().unwrap().len(), 1, "{left}");
}
