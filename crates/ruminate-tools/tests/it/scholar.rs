//! A world for tools that think: a small mind that has learned some notes, and a model that says what it is told to.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use ruminate_mind::facts::{concept, statements};
use ruminate_tools::{Adviser, Faculties, Toolbox};
use ruminate_types::mind::{Explanation, Fact, FoundPassage, Ground, MindStatus, Quoted};
use ruminate_types::ports::knowledge::Knowledge;
use ruminate_types::ports::mind::{FactsWanted, Minds, PassagesWanted};
use ruminate_types::ports::model::{
    Finish, LanguageModel, ModelError, ModelReply, ModelRequest, OnPiece,
};
use ruminate_types::ports::store::StoreError;
use ruminate_types::ports::tool::{ToolContext, Tools};
use ruminate_types::tool::{ToolPolicy, ToolResult};
use ruminate_types::{Change, Known, Lesson, ModelProfile, Owner, Silo, Tokens};
use serde_json::Value;

use crate::world::Book;

/// Notes by their ids. Recall finds those with a word of the question, facts are read out of them as always.
pub(crate) struct Notes(Vec<(&'static str, &'static str)>);

#[async_trait]
impl Minds for Notes {
    async fn status(&self, _: &Owner) -> Result<MindStatus, StoreError> {
        Ok(MindStatus::default())
    }

    async fn passages(
        &self,
        _: &Owner,
        question: &str,
        wanted: &PassagesWanted,
    ) -> Result<Vec<FoundPassage>, StoreError> {
        let words: Vec<String> = question
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.len() > 3)
            .map(str::to_lowercase)
            .collect();
        let found = self.0.iter().filter(|(_, text)| {
            let text = text.to_lowercase();
            words.iter().any(|word| text.contains(word))
        });
        let passage = |(id, text): &(&str, &str)| FoundPassage {
            source_id: (*id).to_owned().into(),
            title: String::new(),
            score: 1.0,
            why: Vec::new(),
            copies: Vec::new(),
            said: Some(Quoted {
                text: (*text).to_owned(),
                source: (*id).to_owned(),
                silo: Silo::default(),
            }),
        };
        Ok(found.take(wanted.k).map(passage).collect())
    }

    async fn facts(&self, _: &Owner, wanted: &FactsWanted) -> Result<Vec<Fact>, StoreError> {
        let about = concept(wanted.concept.as_deref().unwrap_or_default());
        let all = self.0.iter().flat_map(|(id, text)| {
            statements("", text).into_iter().map(|said| Fact {
                grounds: vec![Ground {
                    source_id: (*id).to_owned(),
                    source: None,
                    silo: "general".to_owned(),
                    sentence: said.sentence,
                    when: said.when,
                }],
                subject: said.subject,
                relation: said.relation,
                object: said.object,
                is_negated: said.is_negated,
                is_over: said.is_over,
                confidence: 0.8,
                is_contradicted: false,
            })
        });
        Ok(all
            .filter(|fact| concept(&fact.subject) == about || concept(&fact.object) == about)
            .take(wanted.limit)
            .collect())
    }

    async fn explain(&self, _: &Owner, _: &str) -> Result<Explanation, StoreError> {
        unreachable!("no tool asks for it")
    }

    async fn settle(&self, _: &Owner) -> Result<(), StoreError> {
        Ok(())
    }
}

#[async_trait]
impl Knowledge for Notes {
    async fn changes(&self, _: &Owner, _: u64, _: u32) -> Result<Vec<Change>, StoreError> {
        Ok(Vec::new())
    }

    async fn happened(&self, _: &Owner, _: u64) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn last_change(&self) -> Result<u64, StoreError> {
        Ok(0)
    }

    async fn known(&self, _: &Owner, ids: &[String]) -> Result<Vec<Known>, StoreError> {
        let known = |(id, text): &(&str, &str)| Known {
            lesson: Lesson::new(*id, "", *text),
            source: (*id).to_owned(),
            silo: Silo::default(),
            learned_at: Timestamp::UNIX_EPOCH,
        };
        let wanted = |id: &String| self.0.iter().find(|(name, _)| name == id);
        Ok(ids.iter().filter_map(wanted).map(known).collect())
    }
}

/// Replies with what it was given, and keeps what it was asked.
pub(crate) struct Parrot {
    reply: Result<Value, ModelError>,
    pub(crate) asked: Mutex<Vec<ModelRequest>>,
}

#[async_trait]
impl LanguageModel for Parrot {
    async fn complete(
        &self,
        request: &ModelRequest,
        _: Duration,
        _: OnPiece<'_>,
    ) -> Result<ModelReply, ModelError> {
        self.asked.lock().unwrap().push(request.clone());
        let text = match self.reply.clone()? {
            Value::String(text) => text,
            reply => reply.to_string(),
        };
        let tokens = Tokens::default();
        Ok(ModelReply { text, finish: Finish::Stop, tokens, latency_ms: 0, attempts: 1 })
    }
}

pub(crate) struct Scholar {
    tools: Toolbox,
    context: ToolContext,
    pub(crate) model: Option<Arc<Parrot>>,
}

impl Scholar {
    pub(crate) fn new(notes: &[(&'static str, &'static str)]) -> Self {
        Self::with(notes, None)
    }

    pub(crate) fn advised(notes: &[(&'static str, &'static str)], reply: Value) -> Self {
        Self::with(notes, Some(Ok(reply)))
    }

    pub(crate) fn with(
        notes: &[(&'static str, &'static str)],
        reply: Option<Result<Value, ModelError>>,
    ) -> Self {
        let notes = Arc::new(Notes(notes.to_vec()));
        let model = reply.map(|reply| Arc::new(Parrot { reply, asked: Mutex::default() }));
        let profile = ModelProfile {
            id: "test/parrot".into(),
            url: "http://127.0.0.1:1".into(),
            context_window: 8_192,
            structured: true,
            pricing: None,
        };
        let adviser = model.clone().map(|model| Adviser { model, profile });
        let faculties = Faculties { minds: notes.clone(), knowledge: notes, adviser };
        let book = Arc::new(Book::default());
        let tools = Toolbox::new(ruminate_tools::tools(faculties), ToolPolicy::default(), book);
        let context = ToolContext {
            owner: Owner::local(),
            run: None,
            time_limit: Duration::from_secs(60),
            on_progress: Arc::new(|_| ()),
        };
        Self { tools, context, model }
    }

    pub(crate) async fn result(&self, name: &str, input: Value) -> ToolResult {
        self.tools.call(name, input, &self.context).await
    }

    /// The data of a call that works.
    pub(crate) async fn call(&self, name: &str, input: Value) -> Value {
        let result = self.result(name, input).await;
        assert!(result.ok, "{:?}", result.error);
        result.data
    }
}
