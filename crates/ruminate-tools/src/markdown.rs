//! Markdown for people.

/// A text within a table.
pub(crate) fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}

pub(crate) fn row<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|text| cell(text.as_ref())).collect();
    format!("| {} |", cells.join(" | "))
}

pub(crate) fn table(head: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut lines = vec![row(head), row(vec!["---"; head.len()])];
    lines.extend(rows.into_iter().map(row));
    lines.join("\n")
}

/// Lines under a heading; nothing where there are none.
pub(crate) fn list<S: std::fmt::Display>(
    heading: &str,
    items: impl IntoIterator<Item = S>,
) -> String {
    let lines: Vec<String> = items.into_iter().map(|item| format!("\n- {item}")).collect();
    if lines.is_empty() { String::new() } else { format!("\n\n**{heading}**\n{}", lines.concat()) }
}
