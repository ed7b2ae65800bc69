//! The official conformance suite. What does not apply is in `tests/peers/conformance.yml`, with the reason.

use crate::peers::{Peers, fixture, here, said, serve};

const SUITE: &str = "@modelcontextprotocol/conformance/dist/index.js";

#[tokio::test]
async fn the_server_passes_every_scenario_that_applies() {
    let Some(peers) = Peers::find().await else { return };
    let (server, results) = (serve().await, tempfile::tempdir().unwrap());
    let mut suite = peers.node(SUITE);
    suite.args(["server", "--url", &server.line, "--suite", "all", "--expected-failures"]);
    suite.arg(here().join("tests/peers/conformance.yml")).arg("-o").arg(results.path());
    let told = said(suite).await;
    let passed = told.lines().filter(|line| line.starts_with('✓')).count();
    assert!(passed >= 18, "{told}");
}

#[tokio::test]
async fn the_client_passes_every_scenario_that_applies() {
    let Some(peers) = Peers::find().await else { return };
    for scenario in ["initialize", "tools_call", "sse-retry"] {
        let results = tempfile::tempdir().unwrap();
        let mut suite = peers.node(SUITE);
        let client = format!("{} client", fixture().display());
        suite.args(["client", "--command", &client, "--scenario", scenario, "-o"]);
        suite.arg(results.path());
        said(suite).await;
    }
}
