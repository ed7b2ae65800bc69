//! Drawing the live view. It knows nothing but the state it is given.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, LineGauge, Paragraph};
use ruminate_runtime::document::{AskedQuestion, Document};
use ruminate_runtime::export::duration;
use ruminate_types::{Confidence, QuestionState, Thought, ThoughtType, counted};

use super::live::State;
use super::text::{one_line, printable, wrap};

const SOFT: Style = Style::new().fg(Color::DarkGray);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

pub(super) fn draw(frame: &mut Frame<'_>, state: &State) {
    let Some(document) = &state.document else {
        frame.render_widget(Paragraph::new("…").style(SOFT), frame.area());
        return;
    };
    let [head, middle, foot] =
        Layout::vertical([Constraint::Length(4), Constraint::Min(3), Constraint::Length(2)])
            .areas(frame.area());
    // On a narrow screen the thoughts alone are shown.
    let side = if middle.width < 70 { 0 } else { 42 };
    let [thoughts, side] =
        Layout::horizontal([Constraint::Percentage(100 - side), Constraint::Percentage(side)])
            .areas(middle);
    let [questions, synthesis] =
        Layout::vertical([Constraint::Percentage(55), Constraint::Percentage(45)]).areas(side);
    draw_head(frame, head, state, document);
    draw_thoughts(frame, thoughts, state, document);
    if side.width > 0 {
        draw_questions(frame, questions, state, document);
        draw_synthesis(frame, synthesis, document);
    }
    draw_foot(frame, foot, state, document);
    if state.is_helping {
        draw_keys(frame, middle);
    }
}

fn draw_head(frame: &mut Frame<'_>, area: Rect, state: &State, document: &Document) {
    let [question, facts, bar, _] = Layout::vertical([Constraint::Length(1); 4]).areas(area);
    let text = one_line(&document.original_question, question.width);
    frame.render_widget(Paragraph::new(text).style(BOLD), question);

    let spent = &document.spent;
    let mut parts = vec![
        document.status.as_str().to_owned(),
        document.model.clone().unwrap_or_else(|| "no model".to_owned()),
        counted(document.thoughts.len(), "thought"),
        counted(spent.calls, "call"),
        counted(spent.tokens, "token"),
    ];
    if spent.micro_usd > 0 {
        parts.push(format!("${:.4}", spent.micro_usd as f64 / 1e6));
    }
    if let Some(reason) = &document.reason {
        parts.insert(1, reason.clone());
    }
    let line = one_line(&parts.join(" · "), facts.width);
    frame.render_widget(Paragraph::new(line).style(SOFT), facts);

    let elapsed = state.elapsed_seconds(document);
    let mut now = *spent;
    now.elapsed_ms = (elapsed * 1000.0) as u64;
    let of = document.thinking_duration_minutes.map(|minutes| duration(minutes * 60.0));
    let label = match of {
        Some(of) => format!("{} of {of}", duration(elapsed)),
        None => duration(elapsed),
    };
    let gauge = LineGauge::default()
        .ratio(document.budget.share_used(&now.since(&document.spent_before)))
        .label(label)
        .filled_symbol("█")
        .unfilled_symbol("░")
        .filled_style(Style::new().fg(Color::Cyan))
        .unfilled_style(SOFT);
    frame.render_widget(gauge, bar);
}

fn draw_thoughts(frame: &mut Frame<'_>, area: Rect, state: &State, document: &Document) {
    let block = Block::new().borders(Borders::TOP).title(" Thoughts ").border_style(SOFT);
    let inner = block.inner(area);
    let wanted = usize::from(inner.height) + state.scroll;
    // From the newest back, until there are enough lines: a long run is not laid out whole.
    let mut lines: Vec<Line<'_>> = Vec::new();
    for thought in document.thoughts.iter().rev() {
        if lines.len() >= wanted {
            break;
        }
        lines.extend(thought_lines(thought, inner.width).into_iter().rev());
    }
    let scroll = state.scroll.min(lines.len().saturating_sub(inner.height.into()));
    let shown = lines.into_iter().skip(scroll).take(inner.height.into());
    let mut shown: Vec<Line<'_>> = shown.collect();
    shown.reverse();
    frame.render_widget(Paragraph::new(shown).block(block), area);
}

fn colour(kind: ThoughtType) -> Color {
    match kind {
        ThoughtType::Exploration => Color::Blue,
        ThoughtType::Critique => Color::Red,
        ThoughtType::Connection => Color::Magenta,
        ThoughtType::Insight => Color::Green,
    }
}

fn thought_lines(thought: &Thought, width: u16) -> Vec<Line<'static>> {
    const INDENT: usize = 2;
    let about = thought.related_to_question_id.map(|id| format!(" {id}")).unwrap_or_default();
    let head = Line::from(vec![
        Span::styled(
            thought.thought_type.as_str(),
            Style::new().fg(colour(thought.thought_type)).add_modifier(Modifier::BOLD),
        ),
        Span::styled(format!(" {:.2}{about}", thought.confidence.get()), SOFT),
    ]);
    let text = wrap(&thought.thought_text, usize::from(width).saturating_sub(INDENT));
    std::iter::once(head)
        .chain(text.into_iter().map(|line| Line::from(format!("  {line}"))))
        .collect()
}

fn draw_questions(frame: &mut Frame<'_>, area: Rect, state: &State, document: &Document) {
    let block =
        Block::new().borders(Borders::TOP | Borders::LEFT).title(" Questions ").border_style(SOFT);
    let inner = block.inner(area);
    let tree = document.question_tree();
    let height = usize::from(inner.height);
    let is_focus = |asked: &AskedQuestion| state.focus.contains(&Some(asked.question.id));
    // Where there are too many, what is done goes first, the oldest of it before the rest.
    let rank = |asked: &AskedQuestion| {
        let is_done = asked.state() != QuestionState::Open;
        (!is_focus(asked), is_done, std::cmp::Reverse(asked.question.id))
    };
    let mut order: Vec<usize> = (0..tree.len()).collect();
    if tree.len() > height {
        order.sort_by_key(|&index| rank(tree[index].1));
        order.truncate(height.saturating_sub(1));
        order.sort_unstable();
    }
    let shown: Vec<_> = order.into_iter().map(|index| &tree[index]).collect();
    let mut lines: Vec<Line<'_>> = shown
        .iter()
        .map(|(depth, asked)| {
            let mark = match asked.state() {
                QuestionState::Explored => "●",
                QuestionState::Shelved => "·",
                QuestionState::Open => "○",
            };
            let question = &asked.question;
            let indent = " ".repeat((*depth).min(6) * 2);
            let text = format!(
                "{indent}{mark} {:>2} {} {}",
                question.priority, question.id, question.question_text
            );
            let style = match (is_focus(asked), asked.explored) {
                (true, _) => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
                (_, true) => SOFT,
                _ => Style::new(),
            };
            Line::styled(one_line(&text, inner.width), style)
        })
        .collect();
    if shown.len() < tree.len() {
        let more = tree.len() - shown.len();
        lines.push(Line::styled(format!("… {more} more"), SOFT));
    }
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn draw_synthesis(frame: &mut Frame<'_>, area: Rect, document: &Document) {
    let title = match document.syntheses.last() {
        Some(last) => format!(" Synthesis {} ({}) ", last.sequence_number, last.because.as_str()),
        None => " Synthesis ".to_owned(),
    };
    let block = Block::new().borders(Borders::TOP | Borders::LEFT).title(title).border_style(SOFT);
    let width = usize::from(block.inner(area).width);
    let lines: Vec<Line<'_>> = match document.syntheses.last() {
        Some(last) => {
            let insights = last.key_insights.iter().flat_map(|insight| {
                wrap(&format!("• {insight}"), width)
                    .into_iter()
                    .map(|line| Line::styled(line, BOLD))
            });
            insights.chain(wrap(&last.synthesis_text, width).into_iter().map(Line::from)).collect()
        }
        None => vec![Line::styled("none yet", SOFT)],
    };
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn draw_foot(frame: &mut Frame<'_>, area: Rect, state: &State, document: &Document) {
    let [confidence, keys] = Layout::vertical([Constraint::Length(1); 2]).areas(area);
    let last = document.confidence_evolution.last();
    let told = match last {
        Some(last) => format!(
            "confidence {} {:.2} {}",
            sparkline(&document.confidence_evolution, 40),
            last.get(),
            document.confidence_reading.as_text()
        ),
        None => "confidence: no synthesis yet".to_owned(),
    };
    frame.render_widget(Paragraph::new(told).style(Style::new().fg(Color::Yellow)), confidence);

    let writing: usize = state.writing.values().sum();
    let line = match (&state.steering, &state.note) {
        (Some(text), _) => {
            let told = " (Enter sends, Esc drops)";
            // The end of a long text is where one types.
            let room = usize::from(keys.width).saturating_sub("steer: ▏".len() + told.len());
            let text = printable(text);
            let hidden = text.chars().count().saturating_sub(room);
            let shown: String = text.chars().skip(hidden).collect();
            Line::from(format!("steer: {shown}▏{told}"))
        }
        (None, Some(note)) => Line::styled(note.as_str(), SOFT),
        (None, None) => {
            let writing = if writing > 0 {
                format!("   … {}", counted(writing, "character"))
            } else {
                String::new()
            };
            let keys = "p pause  r resume  s steer  d detach  q leave  ↑↓ scroll  ? keys";
            Line::styled(format!("{keys}{writing}"), SOFT)
        }
    };
    frame.render_widget(Paragraph::new(line), keys);
}

/// The keys that `LiveView::key` knows.
const KEYS: [(&str, &str); 8] = [
    ("p", "pause: nothing is spent meanwhile"),
    ("r", "resume, with this terminal if nobody drives it"),
    ("s", "steer: type what to look at, it becomes the first question"),
    ("d", "detach: it goes on in the background"),
    ("q Ctrl-C", "leave, pausing what is driven here; twice: at once"),
    ("↑ ↓", "scroll the thoughts; PgUp and PgDn by ten lines"),
    ("End", "back to the newest thought"),
    ("? h", "these keys"),
];

fn draw_keys(frame: &mut Frame<'_>, area: Rect) {
    let lines = KEYS.map(|(key, what)| {
        Line::from(vec![Span::styled(format!(" {key:10}"), BOLD), Span::raw(what)])
    });
    let width = 2 + lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 1;
    let area = area.centered(
        Constraint::Length(width.min(area.width)),
        Constraint::Length((KEYS.len() as u16 + 2).min(area.height)),
    );
    let block = Block::bordered().title(" Keys ").border_style(SOFT);
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines.to_vec()).block(block), area);
}

/// The newest values as bars.
fn sparkline(values: &[Confidence], most: usize) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let newest = &values[values.len().saturating_sub(most)..];
    newest.iter().map(|value| BARS[(value.get() * 7.0).round() as usize]).collect()
}
