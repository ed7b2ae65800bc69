//! What was learned, what it rests on, and its vectors.

statements! {
    /// A source whose reading begins anew is not learned to its end until it is again.
    BEGIN_READING = "
        INSERT INTO sources (owner, source, silo, reading, learned_at) VALUES ($1, $2, $3, 1, $4)
        ON CONFLICT (owner, source) DO UPDATE SET
            silo = excluded.silo, reading = sources.reading + 1, learned_at = excluded.learned_at,
            digest = NULL
        RETURNING reading";

    READING_UNDER_WAY = "
        SELECT EXISTS (
            SELECT 1 FROM sources WHERE owner = $1 AND source = $2 AND reading = $3 AND silo = $4)";

    FINISH_READING = "
        UPDATE sources SET digest = $1, learned_at = $2
        WHERE owner = $3 AND source = $4 AND reading = $5";

    DELETE_SOURCE = "
        DELETE FROM sources WHERE owner = $1 AND source = $2";

    SOURCE = "
        SELECT source, silo, learned_at, digest FROM sources WHERE owner = $1 AND source = $2";

    SOURCES = "
        SELECT source, silo, learned_at, digest FROM sources
        WHERE owner = $1 AND source > $2 ORDER BY source LIMIT $3";

    SILOS = "
        SELECT silo, lessons FROM silos WHERE owner = $1 ORDER BY silo";

    COUNT_LESSON = "
        INSERT INTO silos (owner, silo, lessons) VALUES ($1, $2, 1)
        ON CONFLICT (owner, silo) DO UPDATE SET lessons = silos.lessons + 1";

    DISCOUNT_LESSON = "
        UPDATE silos SET lessons = lessons - 1 WHERE owner = $1 AND silo = $2";

    DELETE_EMPTY_SILO = "
        DELETE FROM silos WHERE owner = $1 AND silo = $2 AND lessons <= 0";

    INSERT_LESSON = "
        INSERT INTO lessons (seq, owner, hash, id, silo, learned_at, confidence, source, kind, at, title, text)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

    LESSON_BY_HASH = "
        SELECT seq FROM lessons WHERE owner = $1 AND hash = $2";

    LESSON = "
        SELECT seq, id, silo, learned_at, confidence, source, kind, at, title, text
        FROM lessons WHERE owner = $1 AND id = $2";

    LEARNED_AT = "
        SELECT learned_at FROM lessons WHERE owner = $1 AND id = $2";

    LESSONS_AFTER = "
        SELECT seq, id, silo, learned_at, confidence, source, kind, at, title, text
        FROM lessons WHERE owner = $1 AND seq > $2 ORDER BY seq LIMIT $3";

    NAME_OF_LESSON = "
        SELECT id FROM lessons WHERE seq = $1";

    RENAME_LESSON = "
        UPDATE lessons SET seq = $1, id = $2, source = $3 WHERE seq = $4";

    /// Tells where it was and what it said.
    DELETE_LESSON = "
        DELETE FROM lessons WHERE seq = $1 RETURNING silo, title || ' ' || text";

    LESSONS_WITHOUT_VECTOR = "
        SELECT seq, id, silo, learned_at, confidence, source, kind, at, title, text
        FROM lessons
        WHERE seq > $1 AND kind <> $2 AND NOT EXISTS (
            SELECT 1 FROM vectors
            WHERE vectors.owner = lessons.owner AND embedder = $3 AND dimensions = $4
                AND lesson = lessons.seq)
        ORDER BY seq LIMIT $5";

    KEEP_VECTOR = "
        INSERT INTO vectors (lesson, dimensions, owner, embedder, vector)
        SELECT seq, $1, owner, $2, $3 FROM lessons WHERE seq = $4
        ON CONFLICT (lesson) DO UPDATE SET
            dimensions = excluded.dimensions, embedder = excluded.embedder, vector = excluded.vector";

    VECTORS_AFTER = "
        SELECT v.lesson, l.id, v.vector
        FROM vectors v JOIN lessons l ON l.seq = v.lesson
        WHERE v.owner = $1 AND v.embedder = $2 AND v.dimensions = $3 AND v.lesson > $4
        ORDER BY v.lesson LIMIT $5";

    SPACES = "
        SELECT embedder, dimensions, COUNT(*) FROM vectors WHERE owner = $1
        GROUP BY embedder, dimensions ORDER BY embedder, dimensions";

    FOLLOW_LESSON_WITH_VECTOR = "
        UPDATE vectors SET lesson = $1 WHERE lesson = $2";

    DELETE_VECTOR = "
        DELETE FROM vectors WHERE lesson = $1";

    LAST_LESSON = "
        SELECT COALESCE(MAX(seq), 0) FROM lessons";

    LAST_FORGOTTEN = "
        SELECT COALESCE(MAX(seq), 0) FROM forgotten";

    INSERT_FORGOTTEN = "
        INSERT INTO forgotten (seq, owner, id, said, undid, source) VALUES ($1, $2, $3, $4, $5, $6)";

    HAPPENED = "
        SELECT EXISTS (SELECT 1 FROM lessons WHERE owner = $1 AND seq = $2)
            OR EXISTS (SELECT 1 FROM forgotten WHERE owner = $1 AND seq = $2)
            OR EXISTS (SELECT 1 FROM forgotten WHERE owner = $1 AND undid = $2)";

    HELD = "
        SELECT seq, said FROM forgotten WHERE owner = $1 AND id <> '' ORDER BY seq LIMIT $2";

    /// What is held of a source, or of the lesson that had this id: how much, and how much of it is said nowhere else.
    HELD_OF = "
        SELECT COUNT(*), COUNT(CASE WHEN said <> '' THEN 1 END) FROM forgotten
        WHERE owner = $1 AND id <> '' AND (source = $2 OR id = $2)";

    HELD_BENEATH = "
        SELECT COUNT(DISTINCT source), COUNT(CASE WHEN said <> '' THEN 1 END) FROM forgotten
        WHERE owner = $1 AND id <> '' AND SUBSTR(source, 1, LENGTH($2)) = $2";

    LET_GO = "
        UPDATE forgotten SET id = '', said = '', source = '' WHERE owner = $1 AND seq <= $2 AND id <> ''";

    FORGOTTEN_AFTER = "
        SELECT seq, id FROM forgotten WHERE owner = $1 AND seq > $2 ORDER BY seq LIMIT $3";

    GROUND = "
        SELECT source, lesson FROM grounds WHERE owner = $1 AND id = $2";

    INSERT_GROUND = "
        INSERT INTO grounds (owner, id, source, lesson, reading) VALUES ($1, $2, $3, $4, $5)";

    TOUCH_GROUND = "
        UPDATE grounds SET reading = $1 WHERE owner = $2 AND id = $3";

    DELETE_GROUND = "
        DELETE FROM grounds WHERE owner = $1 AND id = $2 RETURNING source, lesson";

    GROUND_OF_LESSON = "
        SELECT id, source FROM grounds WHERE lesson = $1 ORDER BY id LIMIT 1";

    FOLLOW_LESSON = "
        UPDATE grounds SET lesson = $1 WHERE lesson = $2";

    GROUNDS_OF = "
        SELECT id FROM grounds
        WHERE owner = $1 AND source = $2 AND reading < $3 LIMIT $4";
}
