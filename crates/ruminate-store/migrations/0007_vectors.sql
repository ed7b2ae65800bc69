-- Vectors of lessons, for finding what means the same. `lesson` is the number of the lesson's change, and follows it; a
-- lesson has one vector, of the embedder that embedded it last. What the bytes are is known to who wrote them.

CREATE TABLE vectors (
    lesson     BIGINT NOT NULL PRIMARY KEY,
    dimensions BIGINT NOT NULL,
    owner      TEXT   NOT NULL,
    embedder   TEXT   NOT NULL,
    vector     BYTEA  NOT NULL
);

-- Tells which lessons have one without reading any.
CREATE UNIQUE INDEX vectors_by_space ON vectors (owner, embedder, dimensions, lesson);
