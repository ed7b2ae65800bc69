-- What was learned. A lesson is kept once in each silo, however many sources say it; `grounds` holds which do.
-- Numbers of lessons and of what was forgotten are one sequence, so that what is worked out of the lessons can
-- follow it.

CREATE TABLE lessons (
    seq        BIGINT NOT NULL PRIMARY KEY,
    owner      TEXT   NOT NULL,
    hash       TEXT   NOT NULL,
    id         TEXT   NOT NULL,
    silo       TEXT   NOT NULL,
    learned_at BIGINT NOT NULL,
    confidence DOUBLE PRECISION NOT NULL,
    source     TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    at         TEXT   NOT NULL,
    title      TEXT   NOT NULL,
    text       TEXT   NOT NULL
);

CREATE UNIQUE INDEX lessons_by_hash ON lessons (owner, hash);
CREATE UNIQUE INDEX lessons_by_id ON lessons (owner, id);
CREATE INDEX lessons_by_owner ON lessons (owner, seq);
CREATE INDEX lessons_by_silo ON lessons (owner, silo);

CREATE TABLE forgotten (
    seq   BIGINT NOT NULL PRIMARY KEY,
    owner TEXT   NOT NULL,
    id    TEXT   NOT NULL
);

CREATE INDEX forgotten_by_owner ON forgotten (owner, seq);

CREATE TABLE sources (
    owner      TEXT   NOT NULL,
    source     TEXT   NOT NULL,
    silo       TEXT   NOT NULL,
    reading    BIGINT NOT NULL,
    learned_at BIGINT NOT NULL,
    digest     TEXT,
    PRIMARY KEY (owner, source)
);

CREATE TABLE grounds (
    owner   TEXT   NOT NULL,
    id      TEXT   NOT NULL,
    source  TEXT   NOT NULL,
    lesson  BIGINT NOT NULL,
    reading BIGINT NOT NULL,
    PRIMARY KEY (owner, id)
);

CREATE INDEX grounds_by_source ON grounds (owner, source, reading);
CREATE INDEX grounds_by_lesson ON grounds (lesson, id);
