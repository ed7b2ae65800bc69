//! Why something cannot be shown, and what to do about it.

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ChartError {
    #[error("there is no diagram of the kind {kind:?}; there are {}", known.join(", "))]
    UnknownKind { kind: String, known: Vec<String> },
    #[error("a {kind} diagram shows {wanted}, not {got}")]
    WrongData { kind: &'static str, wanted: &'static str, got: &'static str },
    #[error("there is nothing to show: {what}")]
    Empty { what: String },
    #[error("{what} is {value}, which cannot be drawn")]
    NotDrawable { what: String, value: f64 },
    #[error("the candle of {at} has {why}")]
    BadCandle { at: String, why: &'static str },
    #[error("{got} {what} are too many to be read; {most} is the most")]
    TooMany { what: &'static str, got: usize, most: usize },
    #[error("the matrix {why}")]
    BadMatrix { why: String },
    /// A block that did not come from here, or was changed since.
    #[error("the spec of this {kind} diagram cannot be drawn: {why}")]
    BadSpec { kind: String, why: String },
    #[error("the table {why}")]
    BadTable { why: String },
    #[error("the picture cannot be made: {why}")]
    Picture { why: String },
}

impl ChartError {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownKind { .. } => "chart_unknown_kind",
            Self::WrongData { .. } => "chart_wrong_data",
            Self::Empty { .. } => "chart_empty",
            Self::NotDrawable { .. } => "chart_not_drawable",
            Self::BadCandle { .. } => "chart_bad_candle",
            Self::TooMany { .. } => "chart_too_many",
            Self::BadMatrix { .. } => "chart_bad_matrix",
            Self::BadSpec { .. } => "chart_bad_spec",
            Self::BadTable { .. } => "chart_bad_table",
            Self::Picture { .. } => "chart_picture",
        }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::UnknownKind { .. } => "take one of these kinds",
            Self::WrongData { .. } => "take another kind, or other data",
            Self::Empty { .. } => "see that the time range holds anything",
            Self::NotDrawable { .. } => "leave the value out; numbers go up to 1e18 either way",
            Self::BadCandle { .. } => {
                "see where the data comes from, and mend or leave out this one"
            }
            Self::TooMany { .. } => "choose fewer, or put some of them together",
            Self::BadMatrix { .. } => {
                "give as many rows as there are row names, each as long as the column names"
            }
            Self::BadSpec { .. } => "make the block again from its data",
            Self::BadTable { .. } => "give each row a cell for every column",
            Self::Picture { .. } => "take the SVG instead of the PNG",
        }
    }
}
