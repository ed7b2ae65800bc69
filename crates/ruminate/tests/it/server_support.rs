//! A server for each test: the program on a free port, its log, and visitors that ask it things.

use std::net::{IpAddr, SocketAddr};
use std::ops::Deref;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::header::{CONTENT_TYPE, HeaderMap};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Map, Value, json};
use testkit::fake_model::FakeModel;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::support::Home;

/// Nothing that a test waits for takes longer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    log: Arc<Mutex<String>>,
    visitor: Visitor,
}

/// Somebody who asks the server, with a key or without.
#[derive(Clone)]
pub(crate) struct Visitor {
    client: Client,
    base: String,
    key: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

/// A server with this model, or with none.
pub(crate) async fn serve(home: &Home, model: Option<&FakeModel>, args: &[&str]) -> Server {
    let args = [&["serve", "--listen", "127.0.0.1:0"], args].concat();
    let command = match model {
        Some(model) => home.command_with(model, &args),
        None => home.command(&[&args[..], &["--model", "none"]].concat()),
    };
    start(command).await
}

pub(crate) async fn start(mut command: Command) -> Server {
    let mut child =
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program");
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let log = Arc::new(Mutex::new(String::new()));
    let mut address = None;
    while address.is_none() {
        let line = timeout(PATIENCE, lines.next_line()).await.expect("it says where it listens");
        let Some(line) = line.unwrap() else { panic!("it ended: {}", log.lock().unwrap()) };
        let told = line.strip_prefix("Listening at http://");
        address = told.map(|told| told.split(' ').next().unwrap().parse().unwrap());
        note(&log, &line);
    }
    let (address, heard): (SocketAddr, _) = (address.unwrap(), log.clone());
    tokio::spawn(async move {
        while let Ok(Some(line)) = lines.next_line().await {
            note(&heard, &line);
        }
    });
    Server { child, address, log, visitor: Visitor::new(address, None) }
}

fn note(log: &Mutex<String>, line: &str) {
    let mut log = log.lock().unwrap();
    log.push_str(line);
    log.push('\n');
}

impl Deref for Server {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.visitor
    }
}

impl Server {
    /// What it said on stderr so far.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// Somebody without a key.
    pub(crate) fn anybody(&self) -> Visitor {
        self.visitor.clone()
    }

    pub(crate) fn visitor(&self, key: &str) -> Visitor {
        Visitor { key: Some(key.to_owned()), ..self.visitor.clone() }
    }

    /// One whose requests come from another address of this machine, which counts apart.
    pub(crate) fn visitor_from(&self, from: IpAddr, key: &str) -> Visitor {
        Visitor { key: Some(key.to_owned()), ..Visitor::new(self.address, Some(from)) }
    }

    /// Asks it to end, and says how that went and how long it took.
    pub(crate) async fn terminate(&mut self) -> (ExitStatus, Duration) {
        let begun = Instant::now();
        self.signal("-TERM").await;
        let status = timeout(PATIENCE, self.child.wait()).await.expect("it ends").unwrap();
        (status, begun.elapsed())
    }

    pub(crate) async fn signal(&self, signal: &str) {
        let pid = self.pid().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status().await.unwrap();
        assert!(sent.success());
    }

    /// SIGKILL.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// What the server has used of the processor so far, whatever else the machine does.
    pub(crate) fn processor_time(&self) -> Duration {
        const TICK: Duration = Duration::from_millis(10);
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap();
        // The name in parentheses may hold anything; user and system time are the 12th and 13th after it.
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        let ticks = fields.split(' ').skip(11).take(2).map(|field| field.parse::<u32>().unwrap());
        TICK * ticks.sum::<u32>()
    }

    /// Waits until so many streams are open.
    pub(crate) async fn wait_for_streams(&self, count: u32) {
        let patience = Instant::now() + PATIENCE;
        let open = format!("ruminate_streams {count}\n");
        while !self.get("/metrics").await.expect(200).body.contains(&open) {
            assert!(Instant::now() < patience, "never {count} streams");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// A request as it is, and everything that comes back until the server closes the connection.
    pub(crate) async fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut reply = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut reply)).await.expect("it closes").unwrap();
        String::from_utf8(reply).unwrap()
    }

    /// Memory that the process has in use, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap() * 1024
    }
}

impl Visitor {
    fn new(address: SocketAddr, from: Option<IpAddr>) -> Self {
        // Another test may have chosen one already: any is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .no_proxy()
            .tls_certs_only([])
            .local_address(from)
            .connect_timeout(PATIENCE)
            .build()
            .unwrap();
        Self { client, base: format!("http://{address}"), key: None }
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> RequestBuilder {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let request = self.client.request(method, format!("{}{path}", self.base));
        match &self.key {
            Some(key) => request.bearer_auth(key),
            None => request,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        heard(self.request("GET", path)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        heard(self.request("DELETE", path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        heard(self.request("POST", path).json(&body)).await
    }

    /// Without a body.
    pub(crate) async fn tell(&self, path: &str) -> Reply {
        heard(self.request("POST", path)).await
    }

    /// Begins a run and gives its id.
    pub(crate) async fn begin(&self, body: Value) -> String {
        let run = self.post("/api/runs", body).await.expect(201).json();
        run["session_id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn look(&self, run: &str) -> Value {
        self.get(&format!("/api/runs/{run}")).await.expect(200).json()
    }

    /// Looks at a run again and again until it is so.
    pub(crate) async fn look_until(&self, run: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let patience = Instant::now() + PATIENCE;
        loop {
            let view = self.look(run).await;
            if is_so(&view) {
                return view;
            }
            assert!(Instant::now() < patience, "never so: {view:#}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub(crate) async fn completed(&self, run: &str) -> Value {
        self.look_until(run, |view| view["status"] == "completed").await
    }

    /// All events of a run so far, as JSON.
    pub(crate) async fn journal(&self, run: &str) -> Vec<Value> {
        let mut events: Vec<Value> = Vec::new();
        loop {
            let path = format!("/api/runs/{run}/events?after={}&limit=200", events.len());
            let request = self.request("GET", &path).header("accept", "application/json");
            let page = heard(request).await.expect(200).json();
            let page = page.as_array().unwrap();
            if page.is_empty() {
                return events;
            }
            events.extend(page.iter().cloned());
        }
    }

    pub(crate) async fn watch(&self, run: &str) -> Stream {
        Stream::open(self.request("GET", &format!("/api/runs/{run}/events"))).await
    }

    /// As a browser that reconnects.
    pub(crate) async fn watch_after(&self, run: &str, seen: u64) -> Stream {
        let request = self.request("GET", &format!("/api/runs/{run}/events"));
        Stream::open(request.header("Last-Event-ID", seen)).await
    }

    pub(crate) async fn openapi(&self) -> Value {
        self.get("/openapi.json").await.expect(200).json()
    }
}

pub(crate) async fn heard(request: RequestBuilder) -> Reply {
    let response = timeout(PATIENCE, request.send()).await.expect("an answer").expect("a response");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = timeout(PATIENCE, response.text()).await.expect("its end").expect("a body");
    Reply { status, headers, body }
}

impl Reply {
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {}", self.body))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// A problem document with this status and code.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        assert_eq!(self.header(CONTENT_TYPE.as_str()), Some("application/problem+json"));
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status);
        assert_eq!(problem["type"], format!("urn:ruminate:problem:{code}"));
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()));
        self.check_security();
        problem
    }

    /// What every response must carry.
    #[track_caller]
    pub(crate) fn check_security(&self) {
        assert_eq!(self.header("x-content-type-options"), Some("nosniff"), "{self:?}");
        assert_eq!(self.header("x-frame-options"), Some("DENY"), "{self:?}");
        assert_eq!(self.header("referrer-policy"), Some("no-referrer"), "{self:?}");
        assert_eq!(self.header("cache-control"), Some("no-store"), "{self:?}");
        assert_eq!(self.header("cross-origin-resource-policy"), Some("same-origin"), "{self:?}");
        let policy = self.header("content-security-policy").unwrap_or_default();
        assert!(policy.contains("default-src 'none'"), "{self:?}");
        assert!(policy.contains("frame-ancestors 'none'"), "{self:?}");
    }
}

/// A reader of server-sent events.
pub(crate) struct Stream {
    response: Response,
    buffer: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Frame {
    Event { id: u64, stage: String, data: Value },
    Alive,
}

impl Stream {
    async fn open(request: RequestBuilder) -> Self {
        let response = timeout(PATIENCE, request.send()).await.expect("an answer").unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self { response, buffer: Vec::new() }
    }

    /// None at a proper end; an error when the connection broke.
    pub(crate) async fn try_next(&mut self) -> reqwest::Result<Option<Frame>> {
        loop {
            if let Some(end) = self.buffer.windows(2).position(|two| two == b"\n\n") {
                let frame: Vec<u8> = self.buffer.drain(..end + 2).collect();
                return Ok(Some(read_frame(&String::from_utf8(frame).unwrap())));
            }
            let chunk = timeout(PATIENCE, self.response.chunk()).await.expect("it goes on")?;
            let Some(chunk) = chunk else {
                assert!(self.buffer.is_empty(), "no half frame at the end");
                return Ok(None);
            };
            self.buffer.extend_from_slice(&chunk);
        }
    }

    pub(crate) async fn next(&mut self) -> Option<Frame> {
        self.try_next().await.expect("the connection holds")
    }

    /// The next event; none at the end.
    pub(crate) async fn event(&mut self) -> Option<(u64, String, Value)> {
        loop {
            match self.next().await? {
                Frame::Event { id, stage, data } => return Some((id, stage, data)),
                Frame::Alive => {}
            }
        }
    }

    /// Everything until the stream ends.
    pub(crate) async fn rest(mut self) -> Vec<Value> {
        let mut events = Vec::new();
        let reading = async {
            while let Some((.., data)) = self.event().await {
                events.push(data);
            }
        };
        // A stream that only says that it is alive would go on for ever.
        timeout(PATIENCE, reading).await.expect("the stream ends");
        events
    }
}

fn read_frame(frame: &str) -> Frame {
    if frame == ": alive\n\n" {
        return Frame::Alive;
    }
    let field = |name: &str| {
        let mut values = frame.lines().filter_map(|line| line.strip_prefix(name));
        let value = values.next().unwrap_or_else(|| panic!("no {name} in {frame}"));
        assert_eq!(values.next(), None, "{frame}");
        value
    };
    let data: Value = serde_json::from_str(field("data: ")).unwrap();
    let (id, stage) = (field("id: ").parse().unwrap(), field("event: ").to_owned());
    assert_eq!(data["seq"], id, "the id is the event's number");
    assert_eq!(data["stage"], stage, "the name is the event's stage");
    Frame::Event { id, stage, data }
}

/// The numbers are 1, 2, 3 … and it is all one run.
#[track_caller]
pub(crate) fn check_gapless(events: &[Value]) {
    let numbers: Vec<u64> = events.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    let expected: Vec<u64> = (1..=numbers.len() as u64).collect();
    assert_eq!(numbers, expected);
    assert!(events.iter().all(|event| event["runId"] == events[0]["runId"]));
}

/// Every way to ask the server that its own description tells of.
pub(crate) struct Operation {
    pub(crate) method: String,
    /// With `{id}`, `{source}` or the like in it, if it is about one thing.
    pub(crate) path: String,
    /// The least that it takes in its query.
    query: String,
    /// The least that it takes, if it takes a body.
    pub(crate) body: Option<Value>,
    /// Where in its body a conversation can be named, as JSON pointers.
    pub(crate) conversations: Vec<String>,
    pub(crate) is_public: bool,
}

pub(crate) fn operations(document: &Value) -> Vec<Operation> {
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, told) in methods.as_object().unwrap() {
            let schema = &told["requestBody"]["content"]["application/json"]["schema"];
            operations.push(Operation {
                method: method.to_uppercase(),
                path: path.clone(),
                query: query(told, document),
                body: (!schema.is_null()).then(|| sample(schema, document)),
                conversations: conversations(schema, document, 0),
                is_public: told["security"] == json!([]),
            });
        }
    }
    assert!(operations.len() > 30, "the description tells everything");
    operations
}

const THINGS: [&str; 5] = ["{id}", "{source}", "{reflex}", "{desire}", "{gap}"];

/// What an operation's query needs, if anything.
fn query(told: &Value, document: &Value) -> String {
    let parameters = told["parameters"].as_array().into_iter().flatten();
    let needed = parameters.filter(|one| one["in"] == "query" && one["required"] == true);
    let pairs = needed.map(|one| {
        let value = sample(&one["schema"], document);
        format!("{}={}", one["name"].as_str().unwrap(), value.as_str().unwrap())
    });
    let pairs: Vec<String> = pairs.collect();
    if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
}

impl Operation {
    pub(crate) fn is_about_one_thing(&self) -> bool {
        THINGS.iter().any(|thing| self.path.contains(thing))
    }

    pub(crate) fn ask(&self, visitor: &Visitor, id: &str) -> RequestBuilder {
        let path = self.path.replace("{model}", "ruminate-fast");
        let path = THINGS.iter().fold(path, |path, thing| path.replace(thing, id));
        // Who wants JSON gets a page of what would be a stream without an end.
        let request = visitor.request(&self.method, &format!("{path}{}", self.query));
        let request = request.header("accept", "application/json");
        match &self.body {
            Some(body) => request.json(body),
            None => request,
        }
    }
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.method, self.path)
    }
}

fn resolved<'a>(schema: &'a Value, document: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap(),
        None => schema,
    }
}

fn conversations(schema: &Value, document: &Value, depth: usize) -> Vec<String> {
    let schema = resolved(schema, document);
    let mut found = Vec::new();
    let none = Map::new();
    for (name, field) in schema["properties"].as_object().unwrap_or(&none) {
        let is_id = name.ends_with("id") || name.ends_with("Id");
        if name.to_lowercase().contains("conversation") && is_id {
            found.push(format!("/{name}"));
        } else if depth < 3 {
            let inner = conversations(field, document, depth + 1);
            found.extend(inner.iter().map(|pointer| format!("/{name}{pointer}")));
        }
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
        for variant in schema[keyword].as_array().into_iter().flatten().filter(|_| depth < 3) {
            found.extend(conversations(variant, document, depth + 1));
        }
    }
    found
}

/// The same body with something at this place.
pub(crate) fn with(mut body: Value, pointer: &str, value: Value) -> Value {
    let names: Vec<&str> = pointer.split('/').skip(1).collect();
    let mut place = &mut body;
    for name in names {
        if !place.is_object() {
            *place = json!({});
        }
        place = place.as_object_mut().unwrap().entry(name).or_insert(Value::Null);
    }
    *place = value;
    body
}

/// The smallest value that a schema takes, near enough.
fn sample(schema: &Value, document: &Value) -> Value {
    let schema = resolved(schema, document);
    if let Some(first) = schema["enum"].get(0).or(schema.get("const")) {
        return first.clone();
    }
    let is_object = schema["properties"].is_object();
    if let Some(first) = schema["oneOf"].get(0).or(schema["anyOf"].get(0)).filter(|_| !is_object) {
        return sample(first, document);
    }
    match schema["type"].as_str().or(schema["type"][0].as_str()) {
        Some("object") => {
            let none = Vec::new();
            let one_way = &schema["oneOf"][0]["required"];
            let required = schema["required"].as_array().or(one_way.as_array()).unwrap_or(&none);
            // A message without words is taken, and asks nothing.
            let content = json!("content");
            let asks = (!schema["properties"]["content"].is_null()).then_some(&content);
            let fields = required.iter().chain(asks).map(|name| {
                let name = name.as_str().unwrap();
                (name.to_owned(), sample(&schema["properties"][name], document))
            });
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Some("array") => json!([sample(&schema["items"], document)]),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(false),
        _ => json!("why"),
    }
}

/// Makes a key and gives its id and itself.
pub(crate) async fn key_for(home: &Home, owner: &str) -> (String, String) {
    let made = home.run(&["keys", "create", owner, "--json"]).await.expect(0).json();
    let text = |field: &str| made[field].as_str().unwrap().to_owned();
    (text("id"), text("key"))
}
