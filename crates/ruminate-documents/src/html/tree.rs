//! A page as a list of nodes in the page's order, each knowing its parent and where its part ends.
//!
//! Not the tree that the standard describes: what is never closed, or closed in the wrong order, ends
//! up somewhere near, which is enough to tell an article from a menu. It takes time and memory in
//! proportion to the page, whatever is in it.

use std::cell::RefCell;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::code;
use super::tags::{ends, is_block, is_of_head, is_void};

/// No page has more nodes.
const MOST_NODES: usize = 3_000_000;

pub(super) type Id = usize;

#[derive(Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) parent: Id,
    /// One after the last node within.
    pub(super) end: Id,
    /// Asked so often that it is kept.
    pub(super) is_block: bool,
    pub(super) what: What,
}

#[derive(Debug)]
pub(super) enum What {
    Element { tag: Box<str>, marks: Box<Marks> },
    Text(Box<str>),
}

/// What of an element's attributes matters.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// Class, id and role in small letters, divided by spaces.
    pub(super) names: String,
    pub(super) is_hidden: bool,
    /// `itemprop`, `property` or `name`.
    pub(super) property: String,
    /// `content`, `datetime` or `type`.
    pub(super) content: String,
    /// `href`.
    pub(super) leads_to: String,
    /// `lang`.
    pub(super) language: String,
}

impl Tree {
    /// `None` if it has more nodes than any page. Elements nested deeper than `depth` are read as if
    /// they were beside each other.
    pub(super) fn read(page: &str, depth: usize) -> Option<Self> {
        let building = Building { state: RefCell::new(State::new(depth)) };
        let tokenizer = Tokenizer::new(building, TokenizerOpts::default());
        let queue = BufferQueue::default();
        let feed = |text: &str| {
            queue.push_back(StrTendril::from(text));
            let _ = tokenizer.feed(&queue);
        };
        let mut rest = page;
        while let Some(end) = code::begins(rest) {
            let (read, after) = rest.split_at(end);
            feed(read);
            // It may have been in a comment or an attribute: the tokenizer knows.
            rest = match tokenizer.sink.state.borrow().code() {
                Some(tag) => code::skipped(after, tag),
                None => after,
            };
        }
        feed(rest);
        tokenizer.end();
        let mut state = tokenizer.sink.state.into_inner();
        state.close_to(0);
        (!state.is_full).then_some(Self { nodes: state.nodes })
    }

    pub(super) fn tag(&self, id: Id) -> &str {
        match &self.nodes[id].what {
            What::Element { tag, .. } => tag,
            What::Text(_) => "",
        }
    }

    pub(super) fn marks(&self, id: Id) -> Option<&Marks> {
        match &self.nodes[id].what {
            What::Element { marks, .. } => Some(marks),
            What::Text(_) => None,
        }
    }

    pub(super) fn text(&self, id: Id) -> Option<&str> {
        match &self.nodes[id].what {
            What::Element { .. } => None,
            What::Text(text) => Some(text),
        }
    }

    /// All text within.
    pub(super) fn text_within(&self, id: Id) -> String {
        (id..self.nodes[id].end).filter_map(|id| self.text(id)).collect()
    }

    pub(super) fn children(&self, id: Id) -> impl Iterator<Item = Id> {
        let end = self.nodes[id].end;
        let mut next = id + 1;
        std::iter::from_fn(move || {
            let child = (next < end).then_some(next)?;
            next = self.nodes[child].end;
            Some(child)
        })
    }
}

struct Building {
    state: RefCell<State>,
}

struct State {
    nodes: Vec<Node>,
    /// The elements that are open, outermost first.
    open: Vec<Id>,
    depth: usize,
    /// Open elements that are too deep to be kept apart.
    deeper: usize,
    is_full: bool,
}

impl State {
    fn new(depth: usize) -> Self {
        let what = What::Element { tag: "".into(), marks: Box::default() };
        let root = Node { parent: 0, end: 0, is_block: false, what };
        Self { nodes: vec![root], open: vec![0], depth, deeper: 0, is_full: false }
    }

    fn add(&mut self, what: What) -> Option<Id> {
        if self.nodes.len() >= MOST_NODES {
            self.is_full = true;
            return None;
        }
        let id = self.nodes.len();
        let parent = self.open.last().copied().unwrap_or_default();
        let is_block = matches!(&what, What::Element { tag, .. } if is_block(tag));
        self.nodes.push(Node { parent, end: id + 1, is_block, what });
        Some(id)
    }

    fn tag(&self, id: Id) -> &str {
        match &self.nodes[id].what {
            What::Element { tag, .. } => tag,
            What::Text(_) => "",
        }
    }

    /// Closes elements until only `kept` are open; the root is closed last of all.
    fn close_to(&mut self, kept: usize) {
        let end = self.nodes.len();
        for id in self.open.drain(kept..) {
            self.nodes[id].end = end;
        }
    }

    /// The open element if it holds code that nobody reads. What a page tells programs about itself is read.
    fn code(&self) -> Option<&str> {
        let What::Element { tag, marks } = &self.nodes[*self.open.last()?].what else {
            return None;
        };
        let is_read = marks.content.trim().eq_ignore_ascii_case("application/ld+json");
        (matches!(&**tag, "script" | "style") && !is_read).then_some(tag)
    }

    fn start(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        if matches!(name, "html" | "body") && self.open.iter().any(|id| self.tag(*id) == name) {
            return TokenSinkResult::Continue;
        }
        if !is_of_head(name) {
            self.end_head();
        }
        let (ended, within) = ends(name);
        if self.deeper == 0 && !ended.is_empty() {
            let known = |id: &Id| {
                let open = self.tag(*id);
                ended.contains(&open) || within.contains(&open)
            };
            let at = self.open.iter().rposition(known);
            if let Some(at) = at.filter(|at| ended.contains(&self.tag(self.open[*at]))) {
                self.close_to(at);
            }
        }
        let marks = Box::new(marks(tag));
        let Some(id) = self.add(What::Element { tag: name.into(), marks }) else {
            return TokenSinkResult::Continue;
        };
        let raw = match name {
            "script" => Some(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" | "noscript" => {
                Some(RawKind::Rawtext)
            }
            "textarea" | "title" => Some(RawKind::Rcdata),
            _ => None,
        };
        if raw.is_some() || !is_void(name) && !tag.self_closing {
            // What is no text of the page is kept apart at any depth.
            if self.open.len() < self.depth || raw.is_some() {
                self.open.push(id);
            } else {
                self.deeper += 1;
            }
        }
        raw.map_or(TokenSinkResult::Continue, TokenSinkResult::RawData)
    }

    fn end_head(&mut self) {
        // It is right within the root, or within `html`.
        let outermost = &self.open[..self.open.len().min(3)];
        if let Some(at) = outermost.iter().position(|id| self.tag(*id) == "head") {
            self.close_to(at);
        }
    }

    fn end(&mut self, name: &str) {
        if self.deeper > 0 && self.open.last().is_none_or(|id| self.tag(*id) != name) {
            self.deeper -= 1;
            return;
        }
        let Some(at) = self.open.iter().rposition(|id| self.tag(*id) == name) else { return };
        // An element within a line ends no block that began in it.
        let crosses = self.open[at + 1..].iter().any(|id| self.nodes[*id].is_block);
        if at > 0 && (is_block(name) || !crosses || name == "a") {
            self.close_to(at);
        }
    }

    fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.add(What::Text(text.into()));
        }
    }
}

fn marks(tag: &Tag) -> Marks {
    let mut marks = Marks::default();
    for attribute in &tag.attrs {
        let value: &str = &attribute.value;
        match &*attribute.name.local {
            "class" | "id" | "role" => {
                marks.names.push_str(&value.to_ascii_lowercase());
                marks.names.push(' ');
            }
            "hidden" => marks.is_hidden = true,
            "aria-hidden" => marks.is_hidden |= value == "true",
            "style" => {
                let style: String = value.chars().filter(|c| !c.is_whitespace()).collect();
                marks.is_hidden |= style.contains("display:none");
            }
            "itemprop" | "property" | "name" => marks.property = value.to_ascii_lowercase(),
            "content" | "datetime" | "type" => marks.content = value.to_owned(),
            "href" => marks.leads_to = value.to_owned(),
            "lang" => marks.language = value.to_owned(),
            _ => {}
        }
    }
    marks
}

impl TokenSink for Building {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.state.borrow_mut();
        match token {
            Token::TagToken(tag) => match tag.kind {
                TagKind::StartTag => return state.start(&tag),
                TagKind::EndTag => state.end(&tag.name),
            },
            Token::CharacterTokens(text) => state.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}
