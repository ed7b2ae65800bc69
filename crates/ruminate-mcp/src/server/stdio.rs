//! Over standard input and output, or any pair of streams: one client, one owner.

use std::io;

use rmcp::RoleServer;
use rmcp::service::{ServerInitializeError, ServiceExt};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::io::stdio_pipes;
use ruminate_types::Owner;
use tokio::io::{AsyncRead, AsyncWrite};

use super::Server;
use crate::bounded::{InTurn, LineLimit};

/// Serves whoever started this process, until it closes our standard input.
pub async fn serve_stdio(server: Server, owner: Owner) -> io::Result<()> {
    let (input, output) = stdio_pipes();
    serve(server, owner, input, output).await
}

/// Serves until `input` ends.
pub async fn serve(
    server: Server,
    owner: Owner,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> io::Result<()> {
    let input = LineLimit::new(input, server.limits.message_bytes);
    let transport = AsyncRwTransport::<RoleServer, _, _>::new_server(input, output)
        .with_max_line_length(usize::MAX);
    let running = match server.of(owner).serve(InTurn::new(transport)).await {
        Ok(running) => running,
        // It went away before it said anything.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    running.waiting().await.map(drop).map_err(io::Error::other)
}
