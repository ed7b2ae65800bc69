//! The HTTP client, made when the first request needs it: loading the system's certificates takes
//! longer than the whole start of the program should.
//!
//! Two clients, because servers on the own machine are reached without TLS: those need no certificates
//! at all, and no proxy that the environment names for the outside world. Redirects are never followed,
//! so that a key reaches nobody but the address it was given for.

use std::error::Error;
use std::time::Duration;

use reqwest::{Client, ClientBuilder, RequestBuilder, Response, redirect};
use ruminate_types::ports::model::ModelError;
use serde_json::Value;
use tokio::sync::OnceCell;
use tokio::time::timeout;

use crate::address::Address;

#[derive(Debug, Default)]
pub struct Http {
    plain: OnceCell<Client>,
    tls: OnceCell<Client>,
}

impl Http {
    pub async fn client(&self, address: &Address) -> Result<&Client, ModelError> {
        self.client_for(address.is_tls()).await.map_err(|message| ModelError::Misconfigured {
            message: format!("no secure connections can be made: {message}"),
            hint: "install the system's CA certificates (the package ca-certificates)".into(),
        })
    }

    pub(crate) async fn client_for(&self, is_tls: bool) -> Result<&Client, String> {
        if is_tls {
            self.tls.get_or_try_init(|| make(|builder| builder)).await
        } else {
            self.plain.get_or_try_init(|| make(|b| b.no_proxy().tls_certs_only([]))).await
        }
    }
}

/// Off the async threads, since it reads many files.
async fn make(adjust: fn(ClientBuilder) -> ClientBuilder) -> Result<Client, String> {
    let built = tokio::task::spawn_blocking(move || {
        // Another part of the process may have chosen a provider already: any is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = Client::builder()
            .user_agent(concat!("ruminate/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .connect_timeout(Duration::from_secs(10));
        adjust(builder).build()
    });
    match built.await {
        Ok(Ok(client)) => Ok(client),
        Ok(Err(error)) => Err(root_cause(&error)),
        Err(error) => Err(error.to_string()),
    }
}

/// Why nothing came back. The client's own words only say that it did not.
pub fn root_cause(error: &(dyn Error + 'static)) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

pub(crate) fn unreachable(address: &Address, error: reqwest::Error) -> ModelError {
    let message = root_cause(&error.without_url());
    ModelError::Unreachable { url: address.as_str().into(), message }
}

/// The body, or as much of it as is worth reading.
pub async fn text(mut response: Response, most: usize) -> Result<String, reqwest::Error> {
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await? {
        body.extend_from_slice(&bytes);
        if body.len() >= most {
            body.truncate(most);
            break;
        }
    }
    Ok(String::from_utf8_lossy(&body).into_owned())
}

/// The status of an answer, and its body as text.
pub(crate) async fn small_answer(
    address: &Address,
    request: RequestBuilder,
    limit: Duration,
) -> Result<(u16, String), ModelError> {
    const MOST: usize = 8 * 1024 * 1024;
    let exchange = async {
        let response = request.send().await?;
        Ok((response.status().as_u16(), text(response, MOST).await?))
    };
    match timeout(limit, exchange).await {
        Ok(answer) => answer.map_err(|error| unreachable(address, error)),
        Err(_) => Err(ModelError::TimedOut { url: address.as_str().into(), limit }),
    }
}

pub(crate) fn json(address: &Address, body: &str) -> Result<Value, ModelError> {
    serde_json::from_str(body).map_err(|error| ModelError::Malformed {
        url: address.as_str().into(),
        message: format!("not JSON: {error}"),
    })
}
