//! The specs, before the judges who wrote the rules: validated against Vega-Lite's own schema, and drawn by
//! Vega. See `tests/vega`.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::gallery::blocks;

#[test]
fn every_spec_is_valid_and_vega_draws_it() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vega");
    let installed = Command::new(here.join("install")).output().expect("the script");
    if !installed.status.success() {
        let why = String::from_utf8_lossy(&installed.stderr);
        eprintln!("SKIPPED: Vega is not installed and cannot be now:\n{why}");
        return;
    }
    let modules = String::from_utf8(installed.stdout).unwrap();
    let mut node = Command::new("node")
        .arg(here.join("check.mjs"))
        .arg(modules.trim())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let blocks = blocks();
    let mut specs = node.stdin.take().unwrap();
    for block in &blocks {
        writeln!(specs, "{}", block.spec).unwrap();
    }
    // What is wrong has to be found wrong, or the rest proves nothing.
    writeln!(specs, "{}", serde_json::json!({"mark": "scribble", "data": {"values": []}})).unwrap();
    drop(specs);
    let told = String::from_utf8(node.wait_with_output().unwrap().stdout).unwrap();
    let told: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(told.len(), blocks.len() + 1, "{told:?}");
    for (verdict, block) in told.iter().zip(&blocks) {
        assert_eq!(verdict["errors"], serde_json::json!([]), "{} {}", block.kind, block.title);
        assert_eq!(verdict["warnings"], serde_json::json!([]), "{} {}", block.kind, block.title);
        // Something for every row of data, and the title.
        assert!(verdict["marks"].as_u64().unwrap() > 0, "{}: {verdict}", block.kind);
        assert!(verdict["svg"].as_str().unwrap().contains(&block.title), "{}", block.kind);
    }
    assert_ne!(told[blocks.len()]["errors"], serde_json::json!([]));
}
