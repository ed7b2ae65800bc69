//! What minds attend to, and reflexes.

statements! {
    REFLEXES = "
        SELECT id, approved, created_at, origin, pattern, response FROM reflexes
        WHERE owner = $1 ORDER BY id";

    INSERT_REFLEX = "
        INSERT INTO reflexes (owner, id, approved, created_at, origin, pattern, response)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";

    APPROVE_REFLEX = "
        UPDATE reflexes SET approved = 1 WHERE owner = $1 AND id = $2";

    DELETE_REFLEX = "
        DELETE FROM reflexes WHERE owner = $1 AND id = $2";

    DELETE_CANDIDATES = "
        DELETE FROM reflexes WHERE owner = $1 AND origin = $2 AND approved = 0";

    INSERT_MIND = "
        INSERT INTO minds (owner) VALUES ($1) ON CONFLICT (owner) DO NOTHING";

    IN_MIND = "
        SELECT cycle, attended, consolidated, working, asleep FROM minds WHERE owner = $1";

    SET_ASLEEP = "
        INSERT INTO minds (owner, asleep) VALUES ($1, $2)
        ON CONFLICT (owner) DO UPDATE SET asleep = excluded.asleep";

    /// What was spent on another day is forgotten.
    SPEND = "
        INSERT INTO minds (owner, spent_on, spent) VALUES ($1, $2, $3)
        ON CONFLICT (owner) DO UPDATE SET spent_on = excluded.spent_on, spent = excluded.spent";

    SPENT = "
        SELECT spent FROM minds WHERE owner = $1 AND spent_on = $2";

    /// The new state, if the cycle began from the one that is there.
    END_CYCLE = "
        UPDATE minds SET cycle = cycle + 1, attended = $1, consolidated = $2, working = $3
        WHERE owner = $4 AND cycle = $5";

    CHANGE_WORKING = "
        UPDATE minds SET cycle = cycle + 1, working = $1 WHERE owner = $2 AND cycle = $3";

    RESTLESS = "
        SELECT owner FROM minds
        WHERE owner > '' AND (
            EXISTS (SELECT 1 FROM desires d WHERE d.owner = minds.owner)
            OR EXISTS (SELECT 1 FROM gaps g WHERE g.owner = minds.owner)
            OR EXISTS (SELECT 1 FROM traces t WHERE t.owner = minds.owner AND t.seq > minds.attended))
        ORDER BY owner";

    NUMBER_DESIRE = "
        INSERT INTO minds (owner, last_desire) VALUES ($1, 1)
        ON CONFLICT (owner) DO UPDATE SET last_desire = minds.last_desire + 1
        RETURNING last_desire";

    INSERT_DESIRE = "
        INSERT INTO desires (owner, id, asked, created_at, text_key, text)
        VALUES ($1, $2, 0, $3, $4, $5)
        RETURNING id, asked, created_at, text";

    DESIRE_BY_TEXT = "
        SELECT id, asked, created_at, text FROM desires WHERE owner = $1 AND text_key = $2";

    DESIRES = "
        SELECT id, asked, created_at, text FROM desires WHERE owner = $1 ORDER BY id";

    COUNT_DESIRES = "
        SELECT COUNT(*) FROM desires WHERE owner = $1";

    PURSUE_DESIRE = "
        UPDATE desires SET asked = asked + 1 WHERE owner = $1 AND id = $2";

    DELETE_DESIRE = "
        DELETE FROM desires WHERE owner = $1 AND id = $2";

    WAS_NOTICED = "
        SELECT EXISTS (SELECT 1 FROM noticed WHERE owner = $1 AND key = $2)";

    INSERT_NOTICED = "
        INSERT INTO noticed (owner, key, run_id) VALUES ($1, $2, $3)";

    /// Numbers for so many traces; tells the last of them.
    NUMBER_TRACES = "
        INSERT INTO minds (owner, last_trace) VALUES ($1, $2)
        ON CONFLICT (owner) DO UPDATE SET last_trace = minds.last_trace + excluded.last_trace
        RETURNING last_trace";

    INSERT_TRACE = "
        INSERT INTO traces (owner, seq, at, run_id, passed) VALUES ($1, $2, $3, $4, $5)";

    TRACES = "
        SELECT seq, at, passed FROM traces WHERE owner = $1 AND seq > $2 ORDER BY seq LIMIT $3";

    LAST_TRACE = "
        SELECT COALESCE(MAX(seq), 0) FROM traces WHERE owner = $1";

    /// Those up to a number that are not among the newest.
    PRUNE_TRACES = "
        DELETE FROM traces WHERE owner = $1 AND seq <= $2 AND seq <= (
            SELECT seq FROM traces WHERE owner = $1 ORDER BY seq DESC LIMIT 1 OFFSET $3)";

    COUNT_GAP = "
        UPDATE gaps SET times = times + 1 WHERE owner = $1 AND question_key = $2";

    NUMBER_GAP = "
        INSERT INTO minds (owner, last_gap) VALUES ($1, 1)
        ON CONFLICT (owner) DO UPDATE SET last_gap = minds.last_gap + 1
        RETURNING last_gap";

    /// A number is not given twice, or somebody would approve what was not meant.
    NUMBER_REFLEX = "
        INSERT INTO minds (owner, last_reflex) VALUES ($1, $2 + 1)
        ON CONFLICT (owner) DO UPDATE SET last_reflex = 1 + CASE
            WHEN minds.last_reflex > $2 THEN minds.last_reflex ELSE $2 END
        RETURNING last_reflex";

    INSERT_GAP = "
        INSERT INTO gaps (owner, id, times, tried, noticed_at, run_id, concept_key, question_key, origin, concept,
            question)
        VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10)";

    /// A concept of no interest comes after all others.
    GAPS = "
        SELECT g.id, g.times, g.tried, g.noticed_at, g.origin, g.concept, g.question
        FROM gaps g LEFT JOIN interests i ON i.owner = g.owner AND i.concept = g.concept_key
        WHERE g.owner = $1
        ORDER BY g.tried, COALESCE(i.strength, -1e300) DESC, g.times DESC, g.id LIMIT $2";

    COUNT_GAPS = "
        SELECT COUNT(*) FROM gaps WHERE owner = $1";

    TRY_GAP = "
        UPDATE gaps SET tried = tried + 1 WHERE owner = $1 AND id = $2";

    DELETE_GAP = "
        DELETE FROM gaps WHERE owner = $1 AND id = $2";

    DROP_GAPS = "
        DELETE FROM gaps WHERE owner = $1 AND id IN (
            SELECT id FROM gaps WHERE owner = $1 ORDER BY tried DESC, times, id LIMIT $2)";

    STRENGTH = "
        SELECT strength FROM interests WHERE owner = $1 AND concept = $2";

    SET_STRENGTH = "
        INSERT INTO interests (owner, concept, strength) VALUES ($1, $2, $3)
        ON CONFLICT (owner, concept) DO UPDATE SET strength = excluded.strength";

    INTERESTS = "
        SELECT concept, strength FROM interests
        WHERE owner = $1 ORDER BY strength DESC, concept LIMIT $2";

    COUNT_INTERESTS = "
        SELECT COUNT(*) FROM interests WHERE owner = $1";

    DROP_INTERESTS = "
        DELETE FROM interests WHERE owner = $1 AND concept IN (
            SELECT concept FROM interests WHERE owner = $1 ORDER BY strength, concept DESC LIMIT $2)";

    /// Tells whose they were, and what they said.
    DELETE_TRACES_OF = "
        DELETE FROM traces WHERE run_id = $1 RETURNING owner, passed";

    DELETE_TRACE = "
        DELETE FROM traces WHERE owner = $1 AND seq = $2";

    DELETE_INTEREST = "
        DELETE FROM interests WHERE owner = $1 AND concept = $2";

    GAPS_OF = "
        SELECT owner, id, question FROM gaps WHERE run_id = $1";

    LEAVE_GAPS_OF = "
        DELETE FROM gap_origins WHERE run_id = $1";

    /// Where a gap came up too.
    INSERT_GAP_ORIGIN = "
        INSERT INTO gap_origins (owner, gap, run_id, origin)
        SELECT owner, id, $1, $2 FROM gaps WHERE owner = $3 AND question_key = $4 AND origin <> $2
        ON CONFLICT (owner, gap, origin) DO NOTHING";

    TAKE_GAP_ORIGIN = "
        DELETE FROM gap_origins WHERE owner = $1 AND gap = $2 AND origin = (
            SELECT MIN(origin) FROM gap_origins WHERE owner = $1 AND gap = $2)
        RETURNING run_id, origin";

    MOVE_GAP = "
        UPDATE gaps SET run_id = $1, origin = $2 WHERE owner = $3 AND id = $4";

    DELETE_NOTICED_OF = "
        DELETE FROM noticed WHERE run_id = $1";
}
