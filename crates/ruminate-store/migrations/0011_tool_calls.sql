-- That tools were called, for whom and how it went: not with what, and not what came of it.

CREATE TABLE tool_calls (
    owner          TEXT   NOT NULL,
    id             BIGINT NOT NULL,
    run_id         TEXT   REFERENCES runs (id) ON DELETE CASCADE,
    at             BIGINT NOT NULL,
    tool           TEXT   NOT NULL,
    arguments_hash TEXT   NOT NULL,
    latency_ms     BIGINT NOT NULL,
    retries        BIGINT NOT NULL,
    success        BIGINT NOT NULL,
    output_ref     TEXT,
    error          TEXT,
    PRIMARY KEY (owner, id)
);

CREATE INDEX tool_calls_by_run ON tool_calls (run_id) WHERE run_id IS NOT NULL;
