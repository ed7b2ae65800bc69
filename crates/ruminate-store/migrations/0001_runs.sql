-- Portable between SQLite and PostgreSQL: TEXT, BIGINT and DOUBLE PRECISION; ids and JSON as TEXT, times
-- as milliseconds since 1970, yes and no as 1 and 0. Short columns come first: a long text after them does
-- not have to be read to reach them.

CREATE TABLE schema_version (
    version    BIGINT NOT NULL PRIMARY KEY,
    applied_at BIGINT NOT NULL
);

CREATE TABLE runs (
    id          TEXT   NOT NULL PRIMARY KEY,
    status      TEXT   NOT NULL,
    last_seq    BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    lease_owner TEXT,
    lease_token BIGINT NOT NULL,
    lease_until BIGINT,
    cursor      TEXT   NOT NULL,
    policy      TEXT   NOT NULL,
    question    TEXT   NOT NULL
);

CREATE INDEX runs_by_status ON runs (status, id);
CREATE INDEX runs_by_lease_owner ON runs (lease_owner) WHERE lease_owner IS NOT NULL;

-- An event holds its whole artifact and is written once.
CREATE TABLE events (
    run_id     TEXT   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    seq        BIGINT NOT NULL,
    stage      TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    elapsed_ms BIGINT NOT NULL,
    round      BIGINT NOT NULL,
    metrics    TEXT   NOT NULL,
    summary    TEXT   NOT NULL,
    payload    TEXT   NOT NULL,
    PRIMARY KEY (run_id, seq)
);

CREATE INDEX events_by_stage ON events (run_id, stage, seq);

-- What of a question changes; its text is in the event that asked it.
CREATE TABLE questions (
    run_id    TEXT   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    id        BIGINT NOT NULL,
    seq       BIGINT NOT NULL,
    priority  BIGINT NOT NULL,
    state     TEXT   NOT NULL,
    state_seq BIGINT NOT NULL,
    PRIMARY KEY (run_id, id)
);

CREATE INDEX questions_by_state ON questions (run_id, state, state_seq, id);

CREATE TABLE calls (
    run_id      TEXT   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    step        BIGINT NOT NULL,
    idx         BIGINT NOT NULL,
    hash        TEXT   NOT NULL,
    purpose     TEXT   NOT NULL,
    issued      BIGINT NOT NULL,
    issued_at   BIGINT NOT NULL,
    answered_at BIGINT,
    result      TEXT,
    PRIMARY KEY (run_id, step, idx)
);

CREATE TABLE commands (
    id        BIGINT NOT NULL PRIMARY KEY,
    run_id    TEXT   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    obeyed    BIGINT NOT NULL,
    queued_at BIGINT NOT NULL,
    command   TEXT   NOT NULL
);

CREATE INDEX commands_by_run ON commands (run_id, obeyed, id);
