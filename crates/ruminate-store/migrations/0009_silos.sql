-- How many lessons each silo has: counted as they come and go, since every lesson that a server is brought asks for it.

CREATE TABLE silos (
    owner   TEXT   NOT NULL,
    silo    TEXT   NOT NULL,
    lessons BIGINT NOT NULL,
    PRIMARY KEY (owner, silo)
);

INSERT INTO silos (owner, silo, lessons) SELECT owner, silo, COUNT(*) FROM lessons GROUP BY owner, silo;

DROP INDEX lessons_by_silo;
