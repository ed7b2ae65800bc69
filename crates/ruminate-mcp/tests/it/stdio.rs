//! A client that misbehaves over a pair of streams.

use std::time::Duration;

use ruminate_mcp::server::{Server, ServingLimits, serve};
use ruminate_types::Owner;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::door::Waits;

fn begin(limits: ServingLimits) -> (DuplexStream, JoinHandle<std::io::Result<()>>) {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(theirs);
    let server = Server::new(Waits::tools(), limits);
    (ours, tokio::spawn(serve(server, Owner::local(), input, output)))
}

#[tokio::test]
async fn whoever_says_too_much_at_once_is_left() {
    let (mut client, serving) = begin(ServingLimits { message_bytes: 1_000, ..Default::default() });
    client.write_all(&[b' '; 2_000]).await.unwrap();
    assert!(timeout(Duration::from_secs(10), serving).await.is_ok());
}

#[tokio::test]
async fn nothing_at_all_is_no_failure() {
    let (client, serving) = begin(ServingLimits::default());
    drop(client);
    assert!(serving.await.unwrap().is_ok());
}

/// Otherwise answers would pile up here until memory ends.
#[tokio::test]
async fn whoever_reads_nothing_is_not_read_from() {
    let (mut client, _serving) = begin(ServingLimits::default());
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"mute","version":"1"}}}"#;
    client.write_all(format!("{hello}\n").as_bytes()).await.unwrap();
    let _ = client.read(&mut [0; 10_000]).await.unwrap();
    let ready = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    client.write_all(format!("{ready}\n").as_bytes()).await.unwrap();
    let flood = async {
        for id in 1..1_000_000 {
            let ask = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"prompts/list\"}}\n");
            client.write_all(ask.as_bytes()).await.unwrap();
        }
    };
    assert!(timeout(Duration::from_secs(3), flood).await.is_err(), "all of it was taken");
}
