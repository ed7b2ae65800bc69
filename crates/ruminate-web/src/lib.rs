//! The web, for whoever must not trust it: [`Web::read`] makes a [`Page`] of an address, [`Search::search`]
//! asks several providers at once, and [`Fetcher`] is the one way out that both take.
//!
//! Three things hold for every request. It connects to the very address that was checked, however a name
//! resolves the next time ([`Fetcher`]). Everything has a limit with a name ([`WebSettings`]). And what
//! comes back is data: nothing here acts on what a page says.
//!
//! How it was chosen: `docs/decisions/0021-reading-the-web.md`.

mod allowed;
mod body;
mod cache;
mod error;
mod fetch;
mod global;
mod guard;
mod key;
mod page;
mod request;
mod robots;
mod search;
mod settings;
mod web;

pub use error::WebError;
pub use fetch::{Fetched, Fetcher};
pub use guard::{Resolver, SystemResolver};
pub use key::{SearchKey, SearchKeys};
pub use page::{Page, PageLink};
pub use search::{Found, Problem, Results, Search, SearchError};
pub use settings::{FolderSettings, ProviderSettings, SearchSettings, WebSettings};
pub use web::Web;
