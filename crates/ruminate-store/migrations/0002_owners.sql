-- Whose runs they are, which conversation they belong to, and who may use a server.

ALTER TABLE runs ADD COLUMN owner TEXT NOT NULL DEFAULT 'local';
ALTER TABLE runs ADD COLUMN conversation_id TEXT;

CREATE INDEX runs_by_owner ON runs (owner, id);
CREATE INDEX runs_by_owner_and_status ON runs (owner, status, id);
CREATE INDEX runs_by_conversation ON runs (conversation_id, id) WHERE conversation_id IS NOT NULL;

CREATE TABLE conversations (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner      TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX conversations_by_owner ON conversations (owner, id);

CREATE TABLE api_keys (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner      TEXT   NOT NULL,
    label      TEXT   NOT NULL,
    hash       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT
);
