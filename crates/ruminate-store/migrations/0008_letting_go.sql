-- What was forgotten keeps its name, and what it said, until the owner's mind has let go of it: until then its words may
-- be in what the mind attends to. After that the number alone is left.

ALTER TABLE forgotten ADD COLUMN said TEXT NOT NULL DEFAULT '';

CREATE INDEX forgotten_and_held ON forgotten (owner, seq) WHERE id <> '';

-- The number that the lesson had: who has followed the log so far still finds the place.
ALTER TABLE forgotten ADD COLUMN undid BIGINT;

CREATE INDEX forgotten_by_lesson ON forgotten (owner, undid) WHERE undid IS NOT NULL;

-- Where a gap came up too, after the first time: it stays as long as one of these does.
CREATE TABLE gap_origins (
    owner  TEXT   NOT NULL,
    gap    BIGINT NOT NULL,
    run_id TEXT,
    origin TEXT   NOT NULL,
    PRIMARY KEY (owner, gap, origin),
    FOREIGN KEY (owner, gap) REFERENCES gaps (owner, id) ON DELETE CASCADE
);

CREATE INDEX gap_origins_by_run ON gap_origins (run_id) WHERE run_id IS NOT NULL;
