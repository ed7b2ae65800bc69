-- What minds attend to. Each owner has one mind, with the last numbers it gave: what is deleted leaves its number
-- unused. Keys of texts are in small letters, without the blanks around them.

CREATE TABLE minds (
    owner        TEXT   NOT NULL PRIMARY KEY,
    last_desire  BIGINT NOT NULL DEFAULT 0,
    last_gap     BIGINT NOT NULL DEFAULT 0,
    last_trace   BIGINT NOT NULL DEFAULT 0,
    last_reflex  BIGINT NOT NULL DEFAULT 0,
    cycle        BIGINT NOT NULL DEFAULT 0,
    attended     BIGINT NOT NULL DEFAULT 0,
    consolidated BIGINT NOT NULL DEFAULT 0,
    asleep       BIGINT NOT NULL DEFAULT 0,
    spent        BIGINT NOT NULL DEFAULT 0,
    spent_on     TEXT   NOT NULL DEFAULT '',
    working      TEXT   NOT NULL DEFAULT ''
);

CREATE TABLE desires (
    owner      TEXT   NOT NULL,
    id         BIGINT NOT NULL,
    asked      BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    text_key   TEXT   NOT NULL,
    text       TEXT   NOT NULL,
    PRIMARY KEY (owner, id)
);

CREATE UNIQUE INDEX desires_by_text ON desires (owner, text_key);

-- Interests are in concepts' normal form; `concept_key` is what of a gap comes nearest to it.
CREATE TABLE gaps (
    owner        TEXT   NOT NULL,
    id           BIGINT NOT NULL,
    times        BIGINT NOT NULL,
    tried        BIGINT NOT NULL,
    noticed_at   BIGINT NOT NULL,
    run_id       TEXT,
    concept_key  TEXT   NOT NULL,
    question_key TEXT   NOT NULL,
    origin       TEXT   NOT NULL,
    concept      TEXT   NOT NULL,
    question     TEXT   NOT NULL,
    PRIMARY KEY (owner, id)
);

CREATE UNIQUE INDEX gaps_by_question ON gaps (owner, question_key);
CREATE INDEX gaps_by_run ON gaps (run_id) WHERE run_id IS NOT NULL;

CREATE TABLE traces (
    owner  TEXT   NOT NULL,
    seq    BIGINT NOT NULL,
    at     BIGINT NOT NULL,
    run_id TEXT,
    passed TEXT   NOT NULL,
    PRIMARY KEY (owner, seq)
);

CREATE INDEX traces_by_run ON traces (run_id) WHERE run_id IS NOT NULL;

-- Keys of what was noticed, each with every run that it was about.
CREATE TABLE noticed (
    owner  TEXT NOT NULL,
    key    TEXT NOT NULL,
    run_id TEXT
);

CREATE INDEX noticed_by_key ON noticed (owner, key);
CREATE INDEX noticed_by_run ON noticed (run_id) WHERE run_id IS NOT NULL;

-- `strength` is the logarithm of the weight that would have decayed to today's since 1970: it stays as it is while
-- the weight decays, and puts an owner's interests in the same order at any time.
CREATE TABLE interests (
    owner    TEXT             NOT NULL,
    concept  TEXT             NOT NULL,
    strength DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (owner, concept)
);

CREATE INDEX interests_by_strength ON interests (owner, strength DESC, concept);
