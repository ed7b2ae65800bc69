//! Writes thoughts the way models do: never twice the same.

use proptest::prelude::*;
use ruminate_types::ThoughtType;

#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) text: String,
    pub(super) kind: ThoughtType,
    pub(super) hundredths: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Rendered {
    pub(super) reply: String,
    /// Where the block of each thought ends.
    pub(super) ends: Vec<usize>,
}

/// Well-formed thoughts, no two alike, full of what the format itself is made of.
pub(super) fn said() -> impl Strategy<Value = Vec<Said>> {
    #[rustfmt::skip]
    const WORDS: [&str; 30] = [
        "rain", "Ärger", "思考", "😀", "\"quoted\"", "\"x\",", "it's", "dogs'",
        "type:", "confidence", "confidence: 0.3", "THOUGHT", "a thought", "well---known", "—", "{x}",
        "[1]", "}", "]", "50%", "3:1", "a,b,", "//", "# one",
        "/* no */", "\\frac", "`code`", "<so>", "e.g.", "(really)",
    ];
    let line = ("[A-Z][a-z]{2,8}en", prop::collection::vec(prop::sample::select(&WORDS[..]), 0..8))
        .prop_map(|(first, words)| format!("{first} {} end.", words.join(" ")));
    let text = prop::collection::vec(line, 1..3).prop_map(|lines| lines.join("\n"));
    let one = (text, 0..ThoughtType::ALL.len(), 0..=100u32);
    prop::collection::vec(one, 1..6).prop_map(|thoughts| {
        let numbered = thoughts.into_iter().enumerate();
        let said = |(n, (text, kind, hundredths)): (usize, (String, usize, u32))| Said {
            text: format!("{text} No {n}"),
            kind: ThoughtType::ALL[kind],
            hundredths,
        };
        numbered.map(said).collect()
    })
}

/// Choices that follow from a seed, so that a failure can be shrunk and repeated.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.roll(of.len())]
    }

    fn shuffled<const N: usize, T>(&mut self, mut of: [T; N]) -> [T; N] {
        for i in (1..N).rev() {
            of.swap(i, self.roll(i + 1));
        }
        of
    }

    fn preamble(&mut self) -> &'static str {
        self.pick(&[
            "",
            "Sure! Here are my thoughts:\n\n",
            "<think>\nTHOUGHT: A draft.\nTYPE: critique\n{\"thought\":\"Another draft.\"}\n</think>\n\n",
            "THOUGHT: A draft.\nLet me write it down.\n</think>\n",
        ])
    }

    fn confidence(&mut self, hundredths: u32) -> String {
        let share = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        match self.roll(7) {
            0 => format!("{hundredths}%"),
            1 => share.replace('.', ","),
            2 => format!("{hundredths}/100"),
            3 => format!("~{share}"),
            4 => format!("{share} (so to say)"),
            5 => format!("**{share}**"),
            _ => share,
        }
    }
}

pub(super) fn labelled(thoughts: &[Said], dice: &mut Dice) -> Rendered {
    let mut reply = dice.preamble().to_owned();
    let mut ends = Vec::new();
    let separator =
        dice.pick(&["---\n", "***\n", "___\n", "———\n", "\n- - -\n\n", "", "\n\n", "=====\n"]);
    let fence = dice.pick(&["", "", "```\n", "```text\n"]);
    reply.push_str(fence);
    for (n, said) in thoughts.iter().enumerate() {
        let kind = said.kind.as_str();
        let kind = dice
            .pick(&[kind, &kind.to_uppercase(), &format!("**{kind}**."), &format!("[{kind}]")])
            .to_owned();
        let confidence = dice.confidence(said.hundredths);
        let fields = [("thought", said.text.clone()), ("type", kind), ("confidence", confidence)];
        for (name, value) in dice.shuffled(fields) {
            let label = label(name, n + 1, dice);
            let gap = if name == "thought" { dice.pick(&["", "", "\n"]) } else { "" };
            reply.push_str(&format!("{label}{gap}{value}\n"));
        }
        ends.push(reply.len());
        reply.push_str(separator);
    }
    if !fence.is_empty() {
        reply.push_str("```\n");
    }
    if !separator.trim().is_empty() {
        reply.push_str(dice.pick(&["", "I hope this helps!\n", "\nThat's \"all\" {for now}.\n"]));
    }
    Rendered { reply, ends }
}

fn label(name: &str, n: usize, dice: &mut Dice) -> String {
    let mut title = name.to_owned();
    title[..1].make_ascii_uppercase();
    let label = match dice.roll(5) {
        0 => name.to_owned(),
        1 => title,
        _ => name.to_uppercase(),
    };
    match dice.roll(17) {
        0 => format!("**{label}:** "),
        1 => format!("**{label}**: "),
        2 => format!("__{label}__: "),
        3 => format!("*{label}:* "),
        4 => format!("`{label}`: "),
        5 => format!("### {label} {n}: "),
        6 => format!("- {label}: "),
        7 => format!("{n}. {label}: "),
        8 => format!("{n}) **{label}:** "),
        9 => format!("> {label}: "),
        10 => format!("{label}："),
        11 => format!("{label} - "),
        12 => format!("{label} = "),
        13 => format!("{label} ({n}): "),
        14 => format!("  * {label} #{n}:\t"),
        _ => format!("{label}: "),
    }
}

pub(super) fn json(thoughts: &[Said], dice: &mut Dice) -> Rendered {
    let mut reply = dice.preamble().to_owned();
    reply.push_str(dice.pick(&["", "", "Here [as asked]:\n", "```json\n", "```\n"]));
    let fenced = reply.ends_with("```json\n") || reply.ends_with("```\n");
    let mut ends = Vec::new();
    let (open, between, close) = dice.pick(&[
        ("{\"thoughts\":[", ",", "]}"),
        ("{ \"thoughts\" : [\n  ", ",\n  ", ",\n]\n}"),
        ("{'result': {'thoughts': [", ", ", "]}}"),
        ("[", ",", "]"),
        ("[\n// the thoughts\n", ",\n/* next */\n", "\n]"),
        ("{thoughts: [", " ", "]}"),
        ("", "\n", ""),
    ]);
    reply.push_str(open);
    for (n, said) in thoughts.iter().enumerate() {
        if n > 0 {
            reply.push_str(between);
        }
        reply.push_str(&object(said, dice));
        ends.push(reply.len());
    }
    reply.push_str(close);
    if fenced {
        reply.push_str("\n```\n");
    }
    reply.push_str(dice.pick(&["", "\n", "\nIsn't it \"nice\"?\n"]));
    Rendered { reply, ends }
}

fn object(said: &Said, dice: &mut Dice) -> String {
    let quote = dice.pick(&['"', '"', '\'']);
    let quoted = |text: &str| {
        let escaped = text.replace('\\', "\\\\").replace('\n', "\\n");
        format!("{quote}{}{quote}", escaped.replace(quote, &format!("\\{quote}")))
    };
    let share = f64::from(said.hundredths) / 100.0;
    let confidence = match dice.roll(3) {
        0 => quoted(&dice.confidence(said.hundredths)),
        _ => share.to_string(),
    };
    let fields = [
        (dice.pick(&["thought", "thought_text", "Thought", "text", "content"]), quoted(&said.text)),
        (dice.pick(&["type", "thought_type", "kind"]), quoted(said.kind.as_str())),
        (dice.pick(&["confidence", "confidence_level"]), confidence),
    ];
    let (open, between, close) = dice.pick(&[
        ("{", ",", "}"),
        ("{\n    ", ",\n    ", "\n  }"),
        ("{ ", " , ", ", }"),
        ("{", "\n", "}"),
    ]);
    let bare_keys = dice.roll(4) == 0;
    let entries = dice.shuffled(fields).map(|(key, value)| {
        if bare_keys { format!("{key}: {value}") } else { format!("{}: {value}", quoted(key)) }
    });
    format!("{open}{}{close}", entries.join(between))
}
