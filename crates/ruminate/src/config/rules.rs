//! What values make sense.

use std::net::Ipv6Addr;

use ruminate_models::{ModelId, Provider};
use ruminate_types::Policy;
use ruminate_types::ports::model::ModelError;

use super::Config;
use crate::in_the_box::name_in_the_box;
use crate::wiring::NO_MODEL;

impl Config {
    /// The first key whose value makes no sense, and what it must be.
    pub(super) fn check(&self) -> Result<(), (&'static str, &'static str)> {
        let (model, think, worker) = (&self.model, &self.think, &self.worker);
        let (server, limits, in_the_box) = (&self.server, &self.limits, &self.in_the_box);
        let is_price = |price: Option<f64>| price.is_none_or(|usd| (0.0..1e6).contains(&usd));
        let rules: [(bool, &'static str, &'static str); 46] = [
            (is_duration(think.minutes), "think.minutes", "more than 0, at most 100000"),
            (is_duration(think.deep_minutes), "think.deep_minutes", "more than 0, at most 100000"),
            ((0.0..=0.9).contains(&think.reserve), "think.reserve", "from 0 to 0.9"),
            (
                (1..=Policy::MAX_PARALLEL).contains(&think.parallel),
                "think.parallel",
                "from 1 to 16",
            ),
            (think.questions_every >= 1, "think.questions_every", "at least 1"),
            ((1..=10).contains(&think.max_questions), "think.max_questions", "from 1 to 10"),
            (
                is_duration(think.synthesis_every_minutes),
                "think.synthesis_every_minutes",
                "more than 0, at most 100000",
            ),
            (
                is_duration(think.call_limit_seconds),
                "think.call_limit_seconds",
                "more than 0, at most 100000",
            ),
            (think.reply_tokens >= 128, "think.reply_tokens", "at least 128"),
            ((1..=Policy::MAX_DRAFTS).contains(&think.drafts), "think.drafts", "from 1 to 9"),
            ((0.0..=2.0).contains(&think.temperature), "think.temperature", "from 0 to 2"),
            (
                (1..=1_000_000).contains(&think.max_question_chars),
                "think.max_question_chars",
                "from 1 to 1000000",
            ),
            (
                model.context_window.is_none_or(|window| window >= 1024),
                "model.context_window",
                "at least 1024",
            ),
            (
                is_price(model.usd_per_million_prompt_tokens),
                "model.usd_per_million_prompt_tokens",
                "at least 0",
            ),
            (
                is_price(model.usd_per_million_reply_tokens),
                "model.usd_per_million_reply_tokens",
                "at least 0",
            ),
            (
                model.usd_per_million_prompt_tokens.is_some()
                    == model.usd_per_million_reply_tokens.is_some(),
                "model.usd_per_million_prompt_tokens",
                "set together with `model.usd_per_million_reply_tokens`",
            ),
            ((1..=1024).contains(&model.concurrency), "model.concurrency", "from 1 to 1024"),
            ((1..=20).contains(&model.attempts), "model.attempts", "from 1 to 20"),
            ((1024..=1 << 20).contains(&in_the_box.window), "box.window", "from 1024 to 1048576"),
            ((1..=16).contains(&in_the_box.seats), "box.seats", "from 1 to 16"),
            (
                in_the_box.threads.is_none_or(|threads| (1..=1024).contains(&threads)),
                "box.threads",
                "from 1 to 1024",
            ),
            (is_duration(in_the_box.idle_minutes), "box.idle_minutes", "more than 0"),
            ((0.0..=1.0).contains(&self.mind.enough), "mind.enough", "from 0 to 1"),
            ((0.0..=1.0).contains(&self.mind.reuse_least), "mind.reuse_least", "from 0 to 1"),
            ((0.0..=1.0).contains(&self.mind.full_disk), "mind.full_disk", "from 0 to 1"),
            (is_duration(self.mind.reuse_days), "mind.reuse_days", "more than 0, at most 100000"),
            (
                is_duration(self.mind.reuse_fleeting_minutes),
                "mind.reuse_fleeting_minutes",
                "more than 0, at most 100000",
            ),
            (
                is_duration(self.mind.wake_seconds),
                "mind.wake_seconds",
                "more than 0, at most 100000",
            ),
            (model.ollama_window >= 1024, "model.ollama_window", "at least 1024"),
            (model.max_reply_bytes >= 4096, "model.max_reply_bytes", "at least 4096"),
            (
                worker.heartbeat_seconds >= 0.01
                    && is_duration(worker.lease_seconds)
                    && worker.heartbeat_seconds * 2.0 <= worker.lease_seconds,
                "worker.lease_seconds",
                "at least twice `worker.heartbeat_seconds`, which must be at least 0.01",
            ),
            (
                server.heartbeat_seconds >= 0.01 && is_duration(server.heartbeat_seconds),
                "server.heartbeat_seconds",
                "from 0.01 to 100000",
            ),
            (
                server.hosts.iter().all(|host| is_host_name(host)),
                "server.hosts",
                "bare host names, without a scheme, a port or a path",
            ),
            (
                server.cors_origins.iter().all(|origin| is_origin(origin)),
                "server.cors_origins",
                "`scheme://host` or `scheme://host:port` each, in lower case and without a path",
            ),
            (is_duration(server.shutdown_seconds), "server.shutdown_seconds", "more than 0"),
            (limits.body_bytes >= 1024, "limits.body_bytes", "at least 1024"),
            (is_duration(limits.body_seconds), "limits.body_seconds", "more than 0"),
            (limits.runs_per_owner >= 1, "limits.runs_per_owner", "at least 1"),
            (limits.runs_at_once >= 1, "limits.runs_at_once", "at least 1"),
            (
                limits.requests_per_second >= 1 && limits.request_burst >= 1,
                "limits.requests_per_second",
                "at least 1, like `limits.request_burst`",
            ),
            (limits.events_per_stream >= 1, "limits.events_per_stream", "at least 1"),
            (
                (1..=1_000_000).contains(&limits.streams)
                    && (1..=1_000_000).contains(&limits.connections),
                "limits.streams",
                "from 1 to 1000000, like `limits.connections`",
            ),
            (
                (1..=1_000_000).contains(&limits.minds_at_once),
                "limits.minds_at_once",
                "from 1 to 1000000",
            ),
            (
                limits.lessons_per_request >= 1 && limits.lesson_chars >= 1,
                "limits.lessons_per_request",
                "at least 1, like `limits.lesson_chars`",
            ),
            (
                is_duration(limits.stalled_reader_seconds),
                "limits.stalled_reader_seconds",
                "more than 0",
            ),
            (
                (10..=60_000).contains(&worker.command_poll_milliseconds),
                "worker.command_poll_milliseconds",
                "from 10 to 60000",
            ),
        ];
        rules.iter().find(|(holds, ..)| !holds).map_or(Ok(()), |(_, key, rule)| Err((key, rule)))
    }

    /// What names no model in the file is the file's fault. Flags and variables are looked at when
    /// they are used.
    pub(super) fn check_model(&self) -> Result<(), (&'static str, ModelError)> {
        let provider = match self.model.id.as_deref() {
            None | Some(NO_MODEL) => Provider::Ollama,
            Some(id) if name_in_the_box(id).is_some() => Provider::Ollama,
            Some(id) => ModelId::parse(id).map_err(|error| ("model.id", error))?.provider,
        };
        let url = self.model.url.as_deref();
        url.map_or(Ok(()), |url| provider.check_url(url)).map_err(|error| ("model.url", error))
    }
}

/// What can stand in a request's `Host`, before the port.
fn is_host_name(name: &str) -> bool {
    let is_in_names = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    !name.is_empty() && name.bytes().all(is_in_names)
}

/// As browsers write it: what is written otherwise would never be equal to theirs.
fn is_origin(origin: &str) -> bool {
    let Some((scheme, authority)) = origin.split_once("://") else { return false };
    let is_in_schemes = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(is_in_schemes);
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    };
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let is_host = match address {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => is_host_name(host),
    };
    let is_digits = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let is_port = port.is_none_or(|port| is_digits(port) && port.parse::<u16>().is_ok());
    is_scheme && is_host && is_port && !origin.contains(|letter: char| letter.is_ascii_uppercase())
}

fn is_duration(value: f64) -> bool {
    value > 0.0 && value <= 100_000.0
}
