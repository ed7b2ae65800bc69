//! What documents become, for those who learn from them: good ones and bad ones.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a test that tests nothing says so")]

mod docx;
mod entries;
mod hostile;
mod pages;
mod pdf;
mod reading;
mod web_articles;
