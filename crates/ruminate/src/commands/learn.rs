//! `ruminate learn …`

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Instant;

use ruminate_documents::{PdfProgram, Reader, walk};
use ruminate_mind::{Keeper, Made};
use ruminate_types::mind::MindStatus;
use ruminate_types::ports::knowledge::Tally;
use ruminate_types::ports::store::StoreError;
use ruminate_types::{Silo, counted};
use serde_json::{Value, json};

use crate::cli::{Global, Learn, READ_PDF};
use crate::config::Loaded;
use crate::exit::{Exit, Failure};
use crate::knowing::Knowing;
use crate::learning::{Learned, Learner, Outcome, Source};
use crate::output::{note, say, say_json};
use crate::view::{Counting, printable};

/// Notes about files that are told one by one.
const MOST_TOLD: usize = 20;
/// Files of no known kind that are told by name.
const MOST_LEFT_OUT: usize = 5;
/// The longest name that standard input is given, in characters: as long as a server takes.
const MOST_NAME: usize = 4096;

pub(crate) async fn learn(
    loaded: Result<Loaded, Failure>,
    global: &Global,
    learn: Learn,
) -> Result<Exit, Failure> {
    let silo = learn.silo.as_deref().map(str::parse::<Silo>).transpose();
    let silo = silo.map_err(|bad: ruminate_types::knowledge::BadSilo| {
        Failure::usage(bad.to_string(), "for example --silo biology")
    })?;
    check_name(learn.name.as_deref())?;
    let knowing = Knowing::of(loaded, global)?;
    let learner = Learner::new(&knowing, silo, reader());
    let mut session = Session::begin(global.json);
    let mut stop = std::pin::pin!(tokio::signal::ctrl_c());
    let mut sources = sources(&learn);
    while let Some(source) = sources.next() {
        let source = match source {
            Ok(source) => source,
            Err((named, failed)) => {
                session.failures.push((named, failed));
                continue;
            }
        };
        session.counting.begin(&source);
        session.sources += 1;
        let Session { counting, tally, .. } = &mut session;
        let mut came = |written: Tally| {
            counting.came(written.new + written.known + written.replaced);
            *tally += written;
        };
        tokio::select! {
            learned = learner.learn(&source, &mut came) => session.add(learned?),
            _ = &mut stop => {
                session.is_interrupted = true;
                break;
            }
        }
    }
    (session.left_out, session.some_left_out) = sources.left_out();
    if !session.is_interrupted {
        session.look_for_gone(&learner, &sources.dirs, learn.prune).await?;
    }
    session.counting.working_out();
    match knowing.minds.settle(&knowing.owner).await {
        // All was learned; something of what was there before is not quite gone.
        Err(error @ StoreError::StillRead) => {
            session.failures.push((String::new(), error.into()));
        }
        settled => settled?,
    }
    if let Some(keeper) = knowing.embedding.as_ref().filter(|_| !session.is_interrupted) {
        session.counting.making_vectors();
        tokio::select! {
            () = session.vectors.make(keeper, &session.counting) => {}
            _ = &mut stop => session.is_interrupted = true,
        }
    }
    let known = knowing.minds.status(&knowing.owner).await?;
    session.tell(global, &known)
}

/// It stands in lists and in addresses, like that of a file.
fn check_name(name: Option<&str>) -> Result<(), Failure> {
    let is_name = |name: &str| {
        name.chars().count() <= MOST_NAME
            && !name.contains(char::is_control)
            && name.contains(|c: char| c != '.' && !c.is_whitespace())
    };
    if name.is_none_or(is_name) {
        return Ok(());
    }
    let message = format!("--name must be a line of up to {MOST_NAME} characters");
    Err(Failure::usage(message, "for example --name \"talk of 3 May\""))
}

/// A PDF is read by this program once more, which may break without breaking anything.
fn reader() -> Reader {
    let program = std::env::current_exe().ok();
    let pdf = program.map(|program| PdfProgram { program, arguments: vec![READ_PDF.to_owned()] });
    Reader { pdf, ..Reader::default() }
}

/// Files, those of directories, addresses and standard input, in the order in which they are named.
struct Sources {
    named: std::vec::IntoIter<OsString>,
    stdin: Option<String>,
    within: Option<ruminate_documents::Walk>,
    /// What is being gone through.
    going: String,
    /// Directories that were named.
    dirs: Vec<PathBuf>,
    left_out: u64,
    some_left_out: Vec<PathBuf>,
}

fn sources(learn: &Learn) -> Sources {
    let named = learn.sources.clone().into_iter();
    Sources {
        named,
        stdin: learn.name.clone(),
        within: None,
        going: String::new(),
        dirs: Vec::new(),
        left_out: 0,
        some_left_out: Vec::new(),
    }
}

impl Sources {
    /// The next source, or what was named and could not be gone through, and why.
    fn next(&mut self) -> Option<Result<Source, (String, Failure)>> {
        loop {
            if let Some(walk) = &mut self.within {
                match walk.next() {
                    Some(found) => {
                        let failed = |error| (self.going.clone(), Failure::from(error));
                        return Some(found.map(Source::File).map_err(failed));
                    }
                    None => {
                        self.left_out += walk.left_out();
                        self.some_left_out.extend_from_slice(walk.some_left_out());
                    }
                }
                self.within = None;
            }
            let named = self.named.next()?;
            if named == "-" {
                return Some(Ok(Source::Stdin(self.stdin.clone())));
            }
            if let Some(address) = address(&named) {
                return Some(Ok(Source::Address(address.to_owned())));
            }
            self.going = named.to_string_lossy().into_owned();
            let path = PathBuf::from(named);
            // Files are known by where they lie.
            self.dirs.extend(path.canonicalize().ok().filter(|path| path.is_dir()));
            self.within = Some(walk([path]));
        }
    }

    /// How many files were left out, and some of them.
    fn left_out(&self) -> (u64, Vec<PathBuf>) {
        let within = self.within.as_ref();
        let some = within.map_or(&[][..], |walk| walk.some_left_out());
        let count = self.left_out + within.map_or(0, |walk| walk.left_out());
        (count, [self.some_left_out.as_slice(), some].concat())
    }
}

fn address(named: &OsStr) -> Option<&str> {
    let is_web = |named: &&str| named.starts_with("http://") || named.starts_with("https://");
    named.to_str().filter(is_web)
}

struct Session {
    since: Instant,
    counting: Counting,
    tally: Tally,
    sources: u64,
    /// Those that were not in vain.
    done: u64,
    unchanged: u64,
    forgotten: u64,
    skipped: u64,
    left_out: u64,
    some_left_out: Vec<PathBuf>,
    /// Learned before from files that are not there any more.
    gone: Vec<String>,
    is_pruned: bool,
    /// Notes about sources that were learned.
    notes: Vec<(String, String)>,
    failures: Vec<(String, Failure)>,
    vectors: MadeVectors,
    is_interrupted: bool,
}

/// What came of making vectors, where an embedder is configured.
#[derive(Default)]
struct MadeVectors {
    made: Option<u64>,
    /// Why there are no more.
    failed: Option<String>,
}

impl MadeVectors {
    /// All that is missing, also from a command that was killed.
    async fn make(&mut self, keeper: &Keeper, counting: &Counting) {
        let mut after = 0;
        self.made = Some(0);
        loop {
            match keeper.make_vectors(after).await {
                Ok(Made { last, vectors, is_more }) => {
                    after = last;
                    *self.made.get_or_insert_default() += vectors;
                    counting.came(vectors);
                    if !is_more {
                        return;
                    }
                }
                Err(error) => {
                    self.failed = Some(error.to_string());
                    return;
                }
            }
        }
    }
}

impl Session {
    fn begin(is_json: bool) -> Self {
        Self {
            since: Instant::now(),
            counting: Counting::new(!is_json),
            tally: Tally::default(),
            sources: 0,
            done: 0,
            unchanged: 0,
            forgotten: 0,
            skipped: 0,
            left_out: 0,
            some_left_out: Vec::new(),
            gone: Vec::new(),
            is_pruned: false,
            notes: Vec::new(),
            failures: Vec::new(),
            vectors: MadeVectors::default(),
            is_interrupted: false,
        }
    }

    async fn look_for_gone(
        &mut self,
        learner: &Learner,
        dirs: &[PathBuf],
        prune: bool,
    ) -> Result<(), Failure> {
        for dir in dirs {
            self.gone.extend(learner.gone_from(dir).await?);
        }
        // A directory may be named, and another within it.
        self.gone.sort();
        self.gone.dedup();
        if prune {
            self.forgotten += learner.forget(&self.gone).await?;
            self.is_pruned = true;
        }
        Ok(())
    }

    fn add(&mut self, learned: Learned) {
        let Learned { name, outcome } = learned;
        self.done += u64::from(!matches!(outcome, Outcome::Failed(_)));
        match outcome {
            Outcome::Unchanged => self.unchanged += 1,
            Outcome::Overtaken => {
                let told = "left to another command, which began to learn it later, or forgot it";
                self.notes.push((name, told.to_owned()));
            }
            Outcome::Failed(why) => self.failures.push((name, why)),
            Outcome::Learned { forgotten, report } => {
                self.forgotten += forgotten;
                self.skipped += report.skipped;
                let told = report.told.iter().map(ToString::to_string);
                let notes = report.notes.iter().map(ToString::to_string);
                self.notes.extend(told.chain(notes).map(|note| (name.clone(), note)));
            }
        }
    }

    fn tell(self, global: &Global, now: &MindStatus) -> Result<Exit, Failure> {
        let exit = match &self.failures[..] {
            _ if self.is_interrupted => Exit::Interrupted,
            [] if self.skipped == 0 => Exit::Done,
            [(_, first), ..] if self.done == 0 => first.exit,
            _ => Exit::Partly,
        };
        if global.json {
            say_json(&self.document(now))?;
            return Ok(exit);
        }
        for (name, told) in self.notes.iter().take(MOST_TOLD) {
            note!("{}: {}", printable(name), printable(told));
        }
        if self.notes.len() > MOST_TOLD {
            note!("… and {} more notes; --json tells all", self.notes.len() - MOST_TOLD);
        }
        for (_, failure) in &self.failures {
            note!("{}", failure.told(false));
        }
        self.say(now)?;
        Ok(exit)
    }

    fn say(&self, now: &MindStatus) -> Result<(), Failure> {
        let Tally { new, known, replaced } = self.tally;
        let seconds = self.since.elapsed().as_secs_f64();
        let rate = (new + known + replaced) as f64 / seconds.max(0.001);
        let passages = listed(
            format!("{} learned", counted(new, "passage")),
            &[
                (replaced, "replaced"),
                (known, "known already"),
                (self.forgotten, "forgotten"),
                (self.skipped, "skipped"),
            ],
        );
        say!("{passages}.")?;
        let sources = listed(
            counted(self.sources, "source"),
            &[
                (self.unchanged, "unchanged"),
                (self.failures.len() as u64, "failed"),
                (self.left_out, "left out"),
                (if self.is_pruned { self.gone.len() as u64 } else { 0 }, "gone and forgotten"),
            ],
        );
        say!("{sources}, {seconds:.1} s, {rate:.0} a second.")?;
        if self.left_out > 0 {
            let some = self.some_left_out.iter().take(MOST_LEFT_OUT);
            let some: Vec<_> = some.map(|path| path.to_string_lossy()).collect();
            let more = if self.left_out as usize > some.len() { ", …" } else { "" };
            note!("Left out, of no kind that is read: {}{more}", printable(&some.join(", ")));
        }
        if let (false, [first, others @ ..]) = (self.is_pruned, &self.gone[..]) {
            let are = if others.is_empty() { "is" } else { "are" };
            note!("{} learned before {are} gone: --prune forgets that, or", self.gone.len());
            note!("  ruminate mind forget {}", printable(first));
        }
        say!(
            "Known now: {}, {}, {}; {} named in facts and told nothing about.",
            counted(now.passages, "passage"),
            counted(now.facts, "fact"),
            counted(now.names, "name"),
            if now.unexplained == 1 { "1 is".into() } else { format!("{} are", now.unexplained) },
        )?;
        if let Some(made) = self.vectors.made.filter(|made| *made > 0) {
            say!("{} made.", counted(made, "vector"))?;
        }
        if let Some(why) = &self.vectors.failed {
            note!("Not all that is known has vectors: {}", printable(why));
            note!("It is recalled by words and names; the same command makes the rest.");
        }
        if self.is_interrupted {
            note!("Interrupted. What was learned stays; the same command goes on with the rest.");
        }
        Ok(())
    }

    fn document(&self, now: &MindStatus) -> Value {
        let failures: Vec<Value> = self
            .failures
            .iter()
            .map(|(source, failure)| {
                json!({
                    "source": source,
                    "code": failure.code,
                    "message": failure.message,
                    "hint": failure.hint,
                })
            })
            .collect();
        let notes: Vec<Value> = self
            .notes
            .iter()
            .map(|(source, note)| json!({ "source": source, "note": note }))
            .collect();
        let mut told = json!({
            "sources": self.sources,
            "unchanged": self.unchanged,
            "failed": failures,
            "left_out": self.left_out,
            "gone": self.gone,
            "pruned": self.is_pruned,
            "passages": self.tally,
            "forgotten": self.forgotten,
            "skipped": self.skipped,
            "notes": notes,
            "known": {
                "passages": now.passages,
                "facts": now.facts,
                "names": now.names,
                "unexplained": now.unexplained,
            },
            "seconds": self.since.elapsed().as_secs_f64(),
            "interrupted": self.is_interrupted,
        });
        if let Some(made) = self.vectors.made {
            told["vectors"] = json!({ "made": made, "failed": self.vectors.failed });
        }
        told
    }
}

/// What there is, and what else there is some of.
fn listed(first: String, counts: &[(u64, &str)]) -> String {
    let others = counts.iter().filter(|(count, _)| *count > 0);
    let others = others.map(|(count, what)| format!("{count} {what}"));
    std::iter::once(first).chain(others).collect::<Vec<_>>().join(", ")
}
