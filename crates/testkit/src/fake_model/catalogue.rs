//! The models that the fake has to offer, as each protocol lists them.

use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub struct Served {
    pub name: String,
    pub context_window: u32,
    /// RFC 3339.
    pub modified_at: String,
    pub family: String,
    /// The server that this one would ask, for models that do not run here.
    pub remote_host: Option<String>,
}

impl Served {
    pub fn new(name: &str, context_window: u32, modified_at: &str) -> Self {
        Self {
            name: name.into(),
            context_window,
            modified_at: modified_at.into(),
            family: "qwen3".into(),
            remote_host: None,
        }
    }

    /// Two that chat; newer than both, one that only embeds and one that runs elsewhere.
    pub(super) fn some() -> Vec<Self> {
        let embedder = Self::new("nomic-embed-text:latest", 2048, "2026-10-04T10:00:00Z");
        let cloud = Self::new("gpt-oss:120b-cloud", 131_072, "2026-10-03T10:00:00Z");
        vec![
            Self::new("fake:1b", 40_960, "2026-10-01T12:00:00.123456+02:00"),
            Self::new("fake:4b", 4096, "2026-10-01T11:00:00.123456Z"),
            Self { family: "nomic-bert".into(), ..embedder },
            Self { remote_host: Some("https://ollama.com:443".into()), ..cloud },
        ]
    }
}

/// As Ollama finds a model: what is not tagged is the latest.
pub(super) fn named<'a>(models: &'a [Served], name: &str) -> Option<&'a Served> {
    let is_named = |model: &&Served| model.name == name || model.name == format!("{name}:latest");
    models.iter().find(is_named)
}

pub(super) fn ollama_tags(models: &[Served]) -> Value {
    let listed = models.iter().map(|model| {
        let mut listed = json!({
            "name": model.name,
            "model": model.name,
            "modified_at": model.modified_at,
            "size": 1_000_000_000u64,
            "details": {"family": model.family, "format": "gguf"},
        });
        if let Some(host) = &model.remote_host {
            listed["remote_host"] = host.as_str().into();
        }
        listed
    });
    json!({"models": listed.collect::<Vec<_>>()})
}

pub(super) fn ollama_show(model: &Served) -> Value {
    let window = format!("{}.context_length", model.family);
    json!({
        "details": {"family": model.family},
        "model_info": {"general.architecture": model.family, window: model.context_window},
        "capabilities": ["completion"],
    })
}

pub(super) fn openai_models(models: &[Served]) -> Value {
    let listed = models.iter().map(
        |model| json!({"id": model.name, "object": "model", "max_model_len": model.context_window}),
    );
    json!({"object": "list", "data": listed.collect::<Vec<_>>()})
}

pub(super) fn anthropic_models(models: &[Served]) -> Value {
    let listed = models.iter().map(|model| json!({"id": model.name, "type": "model"}));
    json!({"data": listed.collect::<Vec<_>>(), "has_more": false})
}
