//! The repository's own rules: which way dependencies point, and that its documents' links lead
//! somewhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// What is built here: what other platforms need was never fetched.
fn metadata() -> Value {
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let told = String::from_utf8(rustc.stdout).unwrap();
    let host = told.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(["--filter-platform", host])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Everything that `name` is built with, but for what only its tests and build scripts need.
fn tree_of(metadata: &Value, name: &str) -> BTreeSet<String> {
    let packages = metadata["packages"].as_array().unwrap();
    let name_of = |id: &Value| {
        packages.iter().find(|p| &p["id"] == id).unwrap()["name"].as_str().unwrap().to_owned()
    };
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let id = &packages.iter().find(|p| p["name"] == name).unwrap()["id"];
    let mut waiting = vec![id.clone()];
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        let node = nodes.iter().find(|node| node["id"] == id).unwrap();
        for dep in node["deps"].as_array().unwrap() {
            let is_normal =
                dep["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"].is_null());
            if is_normal && seen.insert(name_of(&dep["pkg"])) {
                waiting.push(dep["pkg"].clone());
            }
        }
    }
    seen
}

fn ours(tree: &BTreeSet<String>) -> Vec<&str> {
    tree.iter()
        .map(String::as_str)
        .filter(|name| name.starts_with("ruminate") || *name == "testkit")
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    let metadata = metadata();
    let check = |name: &str, allowed: &[&str], forbidden: &[&str]| {
        let tree = tree_of(&metadata, name);
        assert_eq!(ours(&tree), allowed, "{name}");
        for crate_name in forbidden {
            assert!(!tree.contains(*crate_name), "{name} must not need {crate_name}");
        }
    };
    let io = ["tokio", "reqwest", "hyper", "rusqlite", "libsqlite3-sys"];
    check("ruminate-types", &[], &io);
    check("ruminate-engine", &["ruminate-types"], &[&io[..], &["rand"]].concat());
    check("ruminate-store", &["ruminate-types"], &["reqwest", "hyper"]);
    check("ruminate-models", &["ruminate-types"], &["rusqlite"]);
    // It has no client of any protocol in its tree: it reasons without a model.
    check("ruminate-mind", &["ruminate-types"], &io[1..]);
    // What texts say is read by the same rules, whether it is learned or handed to a tool.
    check("ruminate-tools", &["ruminate-mind", "ruminate-types"], &io[1..]);
    check("ruminate-mcp", &["ruminate-types"], &["rusqlite", "openssl-sys", "aws-lc-sys"]);
    check("ruminate-documents", &[], &io);
    check(
        "ruminate-web",
        &["ruminate-documents", "ruminate-mind", "ruminate-types"],
        &["rusqlite", "openssl-sys", "aws-lc-sys"],
    );
    check("ruminate-runtime", &["ruminate-engine", "ruminate-types"], &["reqwest", "rusqlite"]);
    check(
        "ruminate-server",
        &["ruminate-engine", "ruminate-runtime", "ruminate-types"],
        &["reqwest", "rusqlite"],
    );
    let all = [
        "ruminate-documents",
        "ruminate-engine",
        "ruminate-mind",
        "ruminate-models",
        "ruminate-runtime",
        "ruminate-server",
        "ruminate-store",
        "ruminate-types",
        "ruminate-web",
    ];
    check("ruminate", &all, &["testkit", "openssl-sys", "aws-lc-sys"]);
}

#[test]
fn every_dependency_has_a_licence_that_is_fine() {
    const FINE: &[&str] = &[
        "MIT",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "ISC",
        "Zlib",
        "Unicode-3.0",
        "0BSD",
        "Unlicense",
        "CC0-1.0",
        "BSL-1.0",
        "CDLA-Permissive-2.0",
        "MIT-0",
    ];
    let metadata = metadata();
    let tree = tree_of(&metadata, "ruminate");
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        if !tree.contains(name) {
            continue;
        }
        let licence = package["license"].as_str().unwrap_or("none");
        // An `AND` needs all of its parts, an `OR` one of them.
        let is_fine = licence.replace('/', " OR ").split(" AND ").all(|part| {
            part.split(" OR ").any(|one| {
                let one = one.trim_matches(|c| c == '(' || c == ')' || c == ' ');
                FINE.contains(&one.split(" WITH ").next().unwrap_or(one))
            })
        });
        assert!(is_fine, "{name}: {licence}");
    }
}

fn documents(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && name != "target" && name != "node_modules" {
            documents(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn links_in_documents_lead_somewhere() {
    let mut found = Vec::new();
    documents(&root(), &mut found);
    assert!(found.len() >= 5, "README, CHANGELOG, CONTRIBUTING and docs/");
    for document in found {
        let text = std::fs::read_to_string(&document).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let path = document.parent().unwrap().join(target);
            assert!(path.exists(), "{}: {link} leads nowhere", document.display());
        }
    }
}
