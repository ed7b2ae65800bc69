//! How much is read before it is refused.

use std::time::Duration;

const MIB: u64 = 1024 * 1024;

/// Limits for one document. The defaults are generous for what people write, and keep what one document
/// can hold in memory to some hundred megabytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a document that is held in memory whole: everything but JSON lines and tables.
    /// 64 MiB.
    pub bytes: u64,
    /// Bytes of a document that is read line by line. 64 GiB.
    pub streamed_bytes: u64,
    /// Bytes of one line of JSON, or one row of a table. Longer ones are skipped. 4 MiB.
    pub line_bytes: u64,
    /// Columns of a table; rows with more are skipped. 1,000.
    pub columns: usize,
    /// Bytes that a compressed document may become. 256 MiB.
    pub expanded_bytes: u64,
    /// How often its own size a compressed document may become, once it is more than a megabyte. 200.
    pub expansion: u64,
    /// Files within a compressed document. 10,000.
    pub entries: usize,
    /// Elements within elements, in XML: deeper documents are refused. HTML is read flat from there
    /// on. 256.
    pub depth: usize,
    /// Pages of a PDF; what is after them is left out. 5,000.
    pub pages: usize,
    /// Words of a passage, at most. 200.
    pub passage_words: usize,
    /// Skipped lines that the report tells one by one; all are counted. 100.
    pub told_skips: usize,
    /// How long a PDF may take. 60 seconds.
    pub pdf_time: Duration,
    /// Address space for reading a PDF, above what the process that reads it begins with. 512 MiB.
    pub pdf_memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 64 * MIB,
            streamed_bytes: 64 * 1024 * MIB,
            line_bytes: 4 * MIB,
            columns: 1_000,
            expanded_bytes: 256 * MIB,
            expansion: 200,
            entries: 10_000,
            depth: 256,
            pages: 5_000,
            passage_words: 200,
            told_skips: 100,
            pdf_time: Duration::from_secs(60),
            pdf_memory: 512 * MIB,
        }
    }
}
