//! All routes, and what goes around them.

use axum::Router;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::api::Api;
use crate::app::App;
use crate::problem::Problem;
use crate::settings::Settings;
use crate::{
    completions, conversations, docs, guard, memory, metrics, mind, openai, operations, runs,
    thinking,
};

fn api() -> Api {
    Api::new()
        .merge(runs::routes())
        .merge(thinking::routes())
        .merge(conversations::routes())
        .merge(memory::routes())
        .merge(mind::routes())
        .merge(openai::routes())
        .merge(completions::routes())
        .merge(operations::routes())
        .merge(metrics::routes())
}

/// The OpenAPI document.
pub fn openapi() -> serde_json::Value {
    api().finish().1
}

pub(crate) fn router(app: &App) -> Router {
    let (routes, document) = api().finish();
    let router = routes
        .merge(docs::routes(&document))
        .fallback(unknown)
        .method_not_allowed_fallback(not_that_way)
        .layer(from_fn_with_state(app.clone(), guard::admit));
    let router = match cors(&app.settings) {
        Some(cors) => router.layer(cors),
        None => router,
    };
    router.layer(from_fn_with_state(app.clone(), guard::guard)).with_state(app.clone())
}

async fn unknown(uri: Uri) -> Problem {
    Problem::not_found(&format!("route {}", uri.path())).hint("/docs tells every route there is")
}

async fn not_that_way(method: Method, uri: Uri) -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        format!("{} does not take {method}", uri.path()),
    )
    .hint("/docs tells every route there is")
}

/// None by default: no page of another origin reads anything.
fn cors(settings: &Settings) -> Option<CorsLayer> {
    if settings.cors_origins.is_empty() {
        return None;
    }
    let origins: Vec<HeaderValue> =
        settings.cors_origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    Some(
        CorsLayer::new()
            .allow_origin(AllowOrigin::list(origins))
            .allow_methods([Method::GET, Method::POST, Method::DELETE])
            .allow_headers([
                header::AUTHORIZATION,
                header::CONTENT_TYPE,
                guard::X_API_KEY,
                HeaderName::from_static("last-event-id"),
            ]),
    )
}
