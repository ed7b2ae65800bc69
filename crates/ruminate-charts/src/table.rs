//! A table as data: rows under columns that say what is in them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clean::{LONGEST_NAME, clean};
use crate::{ChartError, Format, TextStyle, text};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TableBlock {
    pub title: String,
    pub columns: Vec<Column>,
    /// A cell for every column.
    pub rows: Vec<Vec<Cell>>,
    /// What a reader should know about the numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    pub name: String,
    #[serde(rename = "type")]
    pub column_type: ColumnType,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// How numbers are shown, in d3's notation: `,.2f`, `.1%`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColumnType {
    Text,
    Number,
    /// A share: 0.05 is 5 %.
    Percent,
    /// `2020-01-31`
    Date,
    /// RFC 3339
    Time,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Cell {
    Number(f64),
    Text(String),
    /// Null: not known, or without a meaning here.
    Empty,
}

impl Cell {
    /// Empty for what JSON has no number for.
    pub fn number(value: Option<f64>) -> Self {
        value.filter(|value| value.is_finite()).map_or(Self::Empty, Self::Number)
    }

    pub fn text(text: Option<String>) -> Self {
        text.map_or(Self::Empty, Self::Text)
    }
}

impl Column {
    pub fn new(name: impl Into<String>, column_type: ColumnType) -> Self {
        Self { name: name.into(), column_type, unit: None, format: None }
    }

    #[must_use]
    pub fn unit(self, unit: Option<String>) -> Self {
        Self { unit, ..self }
    }

    #[must_use]
    pub fn format(self, format: impl Into<String>) -> Self {
        Self { format: Some(format.into()), ..self }
    }

    pub(crate) fn heading(&self) -> String {
        let name = clean(&self.name, LONGEST_NAME);
        match &self.unit {
            Some(unit) => format!("{name} ({})", clean(unit, LONGEST_NAME)),
            None => name,
        }
    }

    pub(crate) fn is_number(&self) -> bool {
        matches!(self.column_type, ColumnType::Number | ColumnType::Percent)
    }

    pub(crate) fn write(&self, cell: &Cell) -> String {
        let own = self.format.as_deref().and_then(Format::parse);
        let format = match self.column_type {
            ColumnType::Percent => own.or_else(|| Format::parse(".2%")),
            _ => own,
        };
        match (cell, format) {
            (Cell::Number(value), Some(format)) => format.write(*value),
            (Cell::Number(value), None) => crate::format::plain(*value),
            (Cell::Text(text), _) => clean(text, 1000),
            (Cell::Empty, _) => "–".into(),
        }
    }
}

impl TableBlock {
    pub fn new(title: impl Into<String>, columns: Vec<Column>) -> Self {
        Self { title: title.into(), columns, rows: Vec::new(), notes: Vec::new() }
    }

    /// Refuses a row with another number of cells, or with text where numbers belong.
    pub fn push(&mut self, row: Vec<Cell>) -> Result<(), ChartError> {
        if row.len() != self.columns.len() {
            let why = format!("has {} columns, and a row of {}", self.columns.len(), row.len());
            return Err(ChartError::BadTable { why });
        }
        let fits = |(column, cell): (&Column, &Cell)| match cell {
            Cell::Number(value) => column.is_number() && value.is_finite(),
            Cell::Text(_) => !column.is_number(),
            Cell::Empty => true,
        };
        if let Some((column, _)) = self.columns.iter().zip(&row).find(|pair| !fits(*pair)) {
            let why = format!("has a cell in {:?} that is not of its type", column.name);
            return Err(ChartError::BadTable { why });
        }
        self.rows.push(row);
        Ok(())
    }

    /// For a terminal. No line is wider than the style says.
    pub fn to_text(&self, style: &TextStyle) -> String {
        text::table(self, style)
    }
}
