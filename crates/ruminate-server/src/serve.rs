//! Taking connections until told to end, and ending in good order.
//!
//! Connections are taken by hand instead of by axum's own loop: a reader that takes nothing must be
//! dropped, headers must arrive in time, and there are only so many connections.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::app::App;
use crate::guard::Peer;
use crate::router::router;
use crate::unread::{Explaining, Floor, Spoken};
use crate::watch::look_out;

/// Headers must be there after so long.
const HEADERS: Duration = Duration::from_secs(15);
/// A stream needs little room: what waits is in the journal.
const BUFFER: usize = 16 * 1024;
/// What the system may hold for one reader. It grows to megabytes by itself, and says that there is room
/// only when a third of it is: a slow reader would seem to take nothing for a long time.
const UNDER_WAY: usize = 128 * 1024;
/// How often runs are looked for that another process left behind.
const LOOK_FOR_ORPHANS: Duration = Duration::from_secs(15);
/// What open connections have after the runs are handed back.
const LAST_BYTES: Duration = Duration::from_secs(2);

/// Serves until `end` comes, then hands everything back.
pub async fn serve(
    listener: TcpListener,
    app: App,
    end: impl Future<Output = ()>,
) -> io::Result<()> {
    let adopting = tokio::spawn(adopt(app.clone()));
    let looking_out = tokio::spawn(look_out(app.clone()));
    let router = router(&app);
    let connections = Arc::new(Semaphore::new(app.settings.limits.connections));
    let graceful = GracefulShutdown::new();
    tokio::pin!(end);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of files, most likely: they come back.
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut end => break,
        };
        // Over the limit a connection is closed at once: nobody waits for nothing.
        let Ok(permit) = connections.clone().try_acquire_owned() else { continue };
        let stalled = app.settings.limits.stalled_reader();
        attend(stream, peer, router.clone(), stalled, permit, &graceful);
    }
    drop(listener);
    tracing::info!("ending: runs are handed back");
    adopting.abort();
    looking_out.abort();
    app.begin_closing();
    app.dispatcher.close(app.settings.shutdown).await;
    // Whoever still reads has had its time.
    let _ = timeout(LAST_BYTES, graceful.shutdown()).await;
    Ok(())
}

fn attend(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    stalled: Duration,
    permit: OwnedSemaphorePermit,
    graceful: &GracefulShutdown,
) {
    // Events are small and must not wait for each other.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(UNDER_WAY);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(stalled));
    let floor = Floor::default();
    let stream = Explaining::new(Box::pin(stream), floor.clone());
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        let (router, speaking) = (router.clone(), floor.take());
        async move {
            let response = router.oneshot(request.map(Body::new)).await;
            let response =
                response.map(|response| response.map(|body| Spoken::new(body, speaking)));
            response.map_err(|never: Infallible| never)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, %peer, "a connection broke");
        }
        drop(permit);
    });
}

/// Takes up what was thinking when its process died, at the start and from time to time.
async fn adopt(app: App) {
    let mut ticker = interval(LOOK_FOR_ORPHANS);
    ticker.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticker.tick().await;
        match app.dispatcher.adopt().await {
            Ok(0) => {}
            Ok(runs) => tracing::info!(runs, "runs that were interrupted go on"),
            Err(error) => tracing::error!(%error, "interrupted runs cannot be looked for"),
        }
    }
}
