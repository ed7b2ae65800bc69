//! `ruminate keys …`

use jiff::Timestamp;
use ruminate_server::NewKey;
use ruminate_types::Owner;
use ruminate_types::ports::keys::{ApiKey, ApiKeys};
use serde_json::{Value, json};

use crate::cli::{Global, Keys};
use crate::config::Loaded;
use crate::exit::{Exit, Failure};
use crate::output::{note, say, say_json};
use crate::view::printable;
use crate::wiring::open_store;

pub(crate) async fn keys(loaded: Loaded, global: &Global, keys: Keys) -> Result<Exit, Failure> {
    let store = open_store(&loaded.home, &loaded.config)?;
    match keys {
        Keys::Create { owner, label } => create(&store, global, &owner, label).await,
        Keys::List => list(&store, global).await,
        Keys::Revoke { id } => revoke(&store, global, &id).await,
    }
}

async fn create(
    store: &dyn ApiKeys,
    global: &Global,
    owner: &str,
    label: String,
) -> Result<Exit, Failure> {
    let owner: Owner = owner.parse().map_err(|bad: ruminate_types::ids::BadOwner| {
        Failure::usage(bad.to_string(), "name a person or a program, for example `ada`")
    })?;
    if owner == Owner::local() {
        let message = format!("`{owner}` is whoever sits at the machine itself, and needs no key");
        let hint = "name a person or a program, for example `ada`";
        return Err(Failure::usage(message, hint));
    }
    let key = NewKey::make(owner, label, Timestamp::now()).ok_or_else(|| {
        let message = "the key could not be hashed";
        Failure::new(Exit::Unexpected, "key", message, "is there 20 MB of memory left?")
    })?;
    let (id, owner) = (key.stored.id.clone(), key.stored.owner.clone());
    store.add_key(key.stored).await?;
    if global.json {
        say_json(&json!({ "id": id, "owner": owner, "key": key.secret }))?;
    } else {
        say!("{}", key.secret)?;
        note!("This is the only time it is shown. It belongs to {owner}; its id is {id}.");
    }
    Ok(Exit::Done)
}

async fn list(store: &dyn ApiKeys, global: &Global) -> Result<Exit, Failure> {
    let mut keys = store.keys().await?;
    keys.sort_by_key(|key| key.created_at);
    if global.json {
        let keys: Vec<Value> = keys.iter().map(row).collect();
        say_json(&json!({ "keys": keys }))?;
        return Ok(Exit::Done);
    }
    if keys.is_empty() {
        say!("There are no keys yet. Make one: ruminate keys create NAME")?;
        return Ok(Exit::Done);
    }
    say!("{:12}  {:20}  {:16}  {:8}  label", "id", "owner", "created", "state")?;
    for key in &keys {
        let created = key.created_at.strftime("%Y-%m-%d %H:%M").to_string();
        let state = if key.revoked_at.is_some() { "revoked" } else { "valid" };
        let label = printable(&key.label);
        say!("{:12}  {:20}  {created:16}  {state:8}  {label}", key.id, key.owner.as_str())?;
    }
    Ok(Exit::Done)
}

fn row(key: &ApiKey) -> Value {
    json!({
        "id": key.id,
        "owner": key.owner,
        "label": key.label,
        "created_at": key.created_at,
        "revoked_at": key.revoked_at,
    })
}

async fn revoke(store: &dyn ApiKeys, global: &Global, id: &str) -> Result<Exit, Failure> {
    if !store.revoke(id).await? {
        let message = format!("there is no key {id}");
        let hint = "`ruminate keys list` shows the ids of the keys there are";
        return Err(Failure::new(Exit::NotFound, "key_not_found", message, hint));
    }
    if global.json {
        say_json(&json!({ "id": id, "revoked": true }))?;
    } else {
        say!("Revoked {id}.")?;
    }
    Ok(Exit::Done)
}
