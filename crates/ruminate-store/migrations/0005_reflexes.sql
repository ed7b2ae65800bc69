CREATE TABLE reflexes (
    owner      TEXT   NOT NULL,
    id         BIGINT NOT NULL,
    approved   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    origin     TEXT   NOT NULL,
    pattern    TEXT   NOT NULL,
    response   TEXT   NOT NULL,
    PRIMARY KEY (owner, id)
);
