//! What some models want to read before a text, so that questions find their answers.
//!
//! Servers do not add it, and nothing but a model's card says what it is. A model that is not named here
//! gets its texts as they are, which is never wrong.

use ruminate_types::ports::embedding::TextKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prefixes {
    document: &'static str,
    query: &'static str,
}

const KNOWN: [(&str, Prefixes); 10] = [
    ("nomic-embed", Prefixes { document: "search_document: ", query: "search_query: " }),
    ("embeddinggemma", GEMMA),
    ("qwen3-embedding", Prefixes { document: "", query: INSTRUCTION }),
    ("mxbai-embed", Prefixes { document: "", query: SEARCHING }),
    ("bge-small-en", Prefixes { document: "", query: SEARCHING }),
    ("bge-base-en", Prefixes { document: "", query: SEARCHING }),
    ("bge-large-en", Prefixes { document: "", query: SEARCHING }),
    ("e5-small", E5),
    ("e5-base", E5),
    ("e5-large", E5),
];

const GEMMA: Prefixes =
    Prefixes { document: "title: none | text: ", query: "task: search result | query: " };
const E5: Prefixes = Prefixes { document: "passage: ", query: "query: " };
const SEARCHING: &str = "Represent this sentence for searching relevant passages: ";
const INSTRUCTION: &str =
    "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:";

impl Prefixes {
    pub(super) fn of(model: &str) -> Self {
        let model = model.to_lowercase();
        let known = KNOWN.iter().find(|(name, _)| model.contains(name));
        known.map_or(Self { document: "", query: "" }, |(_, prefixes)| *prefixes)
    }

    pub(super) fn before(self, kind: TextKind) -> &'static str {
        match kind {
            TextKind::Document => self.document,
            TextKind::Query => self.query,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_known_by_its_name_whoever_serves_it() {
        let before = |model, kind| Prefixes::of(model).before(kind);
        assert_eq!(before("nomic-embed-text:v1.5", TextKind::Query), "search_query: ");
        assert_eq!(before("nomic-ai/Nomic-Embed-Text", TextKind::Document), "search_document: ");
        assert_eq!(before("BAAI/bge-base-en-v1.5", TextKind::Document), "");
        assert_eq!(before("text-embedding-3-small", TextKind::Query), "");
    }
}
