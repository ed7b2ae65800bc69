//! What a policy lets through, for tools that are built in and for those of others alike.

use ruminate_types::ports::tool::ToolError;
use ruminate_types::tool::{ToolErrorCode, ToolPolicy, ToolSpec, ToolsUsed};

/// Whether the policy allows the tool at all, and if not, why.
pub fn admit(policy: &ToolPolicy, spec: &ToolSpec) -> Result<(), ToolError> {
    let name = &spec.name;
    let refuse = |message: String, hint: &str| {
        Err(ToolError::new(ToolErrorCode::NotAllowed, message).hint(hint))
    };
    if let Some(pattern) = policy.deny.iter().find(|pattern| matches(pattern, name)) {
        return refuse(format!("{name} is denied by `{pattern}`"), "`deny` under [tools] says so");
    }
    if !policy.allow.iter().any(|pattern| matches(pattern, name)) {
        return refuse(format!("{name} is not allowed"), "add it to `allow` under [tools]");
    }
    if policy.read_only && !spec.annotations.read_only {
        let hint = "`read_only = false` under [tools] allows tools that do";
        return refuse(format!("{name} changes something, and only reading is allowed"), hint);
    }
    Ok(())
}

/// Whether a run has something left to call tools with.
pub fn afford(policy: &ToolPolicy, used: ToolsUsed) -> Result<(), ToolError> {
    let refuse = |message: String| Err(ToolError::new(ToolErrorCode::LimitReached, message));
    if used.calls >= policy.calls_per_run {
        return refuse(format!("the run has made all of its {} calls", policy.calls_per_run));
    }
    if used.latency_ms >= u64::from(policy.seconds_per_run) * 1_000 {
        let seconds = policy.seconds_per_run;
        return refuse(format!("the run has used all of its {seconds} seconds of calling tools"));
    }
    Ok(())
}

/// Whether a name matches a pattern, in which `*` stands for anything.
///
/// ```
/// use ruminate_tools::gate::matches;
/// assert!(matches("web.*", "web.read") && matches("*", "ask") && matches("*.get", "finance.quote.get"));
/// assert!(!matches("web", "web.read") && !matches("web.*", "cobweb.read"));
/// ```
pub fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(between) = last.replace(part) {
            let Some(at) = rest.find(between) else { return false };
            rest = &rest[at + between.len()..];
        }
    }
    last.map_or(rest.is_empty(), |end| rest.len() >= end.len() && rest.ends_with(end))
}
