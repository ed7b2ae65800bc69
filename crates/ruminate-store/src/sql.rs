//! Every statement, in the SQL that SQLite and PostgreSQL share, so that another backend can be held
//! against this one page. Parameters are numbered in the order in which they first appear: to SQLite `$2` is
//! a name, and it would count them so. `CROSS JOIN` keeps the tables in the order they are written in.

macro_rules! statements {
    ($($(#[$doc:meta])* $name:ident = $sql:literal;)*) => {
        $($(#[$doc])* pub(crate) const $name: &str = $sql;)*

        #[cfg(test)]
        pub(crate) const ALL: &[(&str, &str)] = &[$((stringify!($name), $name)),*];
    };
}

statements! {
    INSERT_RUN = "
        INSERT INTO runs (id, status, last_seq, created_at, updated_at, lease_token, cursor, policy, question,
            owner, conversation_id, question_key)
        VALUES ($1, $2, $3, $4, $4, 0, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (id) DO NOTHING";

    UNDER_WAY = "
        SELECT COUNT(*) FROM runs WHERE owner = $1 AND status IN ('created', 'thinking')";

    INSERT_EVENT = "
        INSERT INTO events (run_id, seq, stage, at, elapsed_ms, round, metrics, summary, payload)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

    COPY_EVENTS = "
        INSERT INTO events (run_id, seq, stage, at, elapsed_ms, round, metrics, summary, payload)
        SELECT $1, seq, stage, at, elapsed_ms, round, metrics, summary, payload
        FROM events WHERE run_id = $2 AND seq <= $3";

    /// What the index of questions is made of.
    QUESTION_EVENTS = "
        SELECT seq, payload FROM events
        WHERE run_id = $1 AND stage IN ('question', 'reprioritised', 'explored', 'shelved')
        ORDER BY seq";

    LEASE_OF = "
        SELECT lease_owner, lease_token, lease_until FROM runs WHERE id = $1";

    CLAIM = "
        UPDATE runs SET lease_owner = $1, lease_until = $2, lease_token = lease_token + 1
        WHERE id = $3 AND lease_token = $4
        RETURNING lease_token";

    KEEP_LEASE = "
        UPDATE runs SET lease_until = $1 WHERE id = $2 AND lease_owner = $3 AND lease_token = $4";

    RELEASE = "
        UPDATE runs SET lease_owner = NULL, lease_until = NULL
        WHERE id = $1 AND lease_owner = $2 AND lease_token = $3";

    RELEASE_ALL = "
        UPDATE runs SET lease_owner = NULL, lease_until = NULL WHERE lease_owner = $1";

    /// The new cursor, if the lease still holds and the events before it are the ones we know of.
    ADVANCE = "
        UPDATE runs SET status = $1, last_seq = $2, cursor = $3, updated_at = $4
        WHERE id = $5 AND lease_owner = $6 AND lease_token = $7 AND last_seq = $8";

    /// The same for a commit that has no cursor.
    TOUCH = "
        UPDATE runs SET updated_at = $1
        WHERE id = $2 AND lease_owner = $3 AND lease_token = $4";

    DELETE_RUN = "
        DELETE FROM runs WHERE id = $1 AND lease_owner = $2 AND lease_token = $3
        RETURNING owner";

    INSERT_QUESTION = "
        INSERT INTO questions (run_id, id, seq, priority, state, state_seq)
        VALUES ($1, $2, $3, $4, 'open', $3)";

    /// Only an open question changes: what is closed has left the machine's hands.
    SET_PRIORITY = "
        UPDATE questions SET priority = $1 WHERE run_id = $2 AND id = $3 AND state = 'open'";

    CLOSE_QUESTION = "
        UPDATE questions SET state = $1, state_seq = $2
        WHERE run_id = $3 AND id = $4 AND state = 'open'";

    ISSUE_CALL = "
        INSERT INTO calls (run_id, step, idx, hash, purpose, issued, issued_at)
        VALUES ($1, $2, $3, $4, $5, 1, $6)
        ON CONFLICT (run_id, step, idx) DO UPDATE SET
            issued = CASE WHEN calls.hash = excluded.hash THEN calls.issued + 1 ELSE 1 END,
            answered_at = CASE WHEN calls.hash = excluded.hash THEN calls.answered_at END,
            result = CASE WHEN calls.hash = excluded.hash THEN calls.result END,
            hash = excluded.hash, purpose = excluded.purpose, issued_at = excluded.issued_at";

    ANSWER_CALL = "
        UPDATE calls SET
            answered_at = COALESCE(answered_at, $1), result = COALESCE(result, $2)
        WHERE run_id = $3 AND step = $4 AND idx = $5";

    QUEUE_COMMAND = "
        INSERT INTO commands (id, run_id, obeyed, queued_at, command)
        SELECT (SELECT COALESCE(MAX(id), 0) + 1 FROM commands), id, 0, CAST($1 AS BIGINT), $2
        FROM runs WHERE id = $3
        RETURNING id";

    OBEY_COMMAND = "
        UPDATE commands SET obeyed = 1 WHERE id = $1 AND run_id = $2";

    RUN = "
        SELECT cursor, policy, question FROM runs WHERE id = $1";

    NEWEST_THOUGHTS = "
        SELECT seq, payload FROM events WHERE run_id = $1 AND stage = 'thought'
        ORDER BY seq DESC LIMIT $2";

    OPEN_QUESTIONS = "
        SELECT q.priority, e.seq, e.payload
        FROM questions q CROSS JOIN events e
        WHERE q.run_id = $1 AND q.state = 'open' AND e.run_id = q.run_id AND e.seq = q.seq";

    EXPLORED_LAST = "
        SELECT q.priority, e.seq, e.payload
        FROM questions q CROSS JOIN events e
        WHERE q.run_id = $1 AND q.state = 'explored' AND e.run_id = q.run_id AND e.seq = q.seq
        ORDER BY q.state_seq DESC, q.id DESC LIMIT $2";

    PAYLOAD = "
        SELECT payload FROM events WHERE run_id = $1 AND seq = $2";

    NEWEST = "
        SELECT seq, payload FROM events WHERE run_id = $1 AND stage = $2
        ORDER BY seq DESC LIMIT 1";

    CREATED = "
        SELECT seq, payload FROM events WHERE run_id = $1 AND stage = 'created' ORDER BY seq LIMIT 1";

    SUMMARY = "
        SELECT id, status, created_at, updated_at, lease_owner, lease_until, cursor, question,
            owner, conversation_id, policy
        FROM runs WHERE id = $1";

    LIST = "
        SELECT id, status, created_at, updated_at, lease_owner, lease_until, cursor, question,
            owner, conversation_id, policy
        FROM runs WHERE id < $1 ORDER BY id DESC LIMIT $2";

    LIST_BY_STATUS = "
        SELECT id, status, created_at, updated_at, lease_owner, lease_until, cursor, question,
            owner, conversation_id, policy
        FROM runs WHERE status = $1 AND id < $2 ORDER BY id DESC LIMIT $3";

    LIST_BY_OWNER = "
        SELECT id, status, created_at, updated_at, lease_owner, lease_until, cursor, question,
            owner, conversation_id, policy
        FROM runs WHERE owner = $1 AND id < $2 ORDER BY id DESC LIMIT $3";

    LIST_BY_OWNER_AND_STATUS = "
        SELECT id, status, created_at, updated_at, lease_owner, lease_until, cursor, question,
            owner, conversation_id, policy
        FROM runs WHERE owner = $1 AND status = $2 AND id < $3 ORDER BY id DESC LIMIT $4";

    COUNT_BY_STATUS = "
        SELECT COUNT(*) FROM runs WHERE status = $1";

    OPEN_CONVERSATION = "
        INSERT INTO conversations (id, owner, created_at) VALUES ($1, $2, $3)
        ON CONFLICT (id) DO NOTHING";

    COUNT_CONVERSATIONS = "
        SELECT COUNT(*) FROM conversations WHERE owner = $1";

    CONVERSATION = "
        SELECT id, owner, created_at,
            (SELECT r.created_at FROM runs r WHERE r.conversation_id = conversations.id
             ORDER BY r.id DESC LIMIT 1)
        FROM conversations WHERE id = $1 AND owner = $2";

    CONVERSATIONS = "
        SELECT id, owner, created_at,
            (SELECT r.created_at FROM runs r WHERE r.conversation_id = conversations.id
             ORDER BY r.id DESC LIMIT 1)
        FROM conversations WHERE owner = $1 AND id < $2 ORDER BY id DESC LIMIT $3";

    LEAVE_CONVERSATION = "
        UPDATE runs SET conversation_id = NULL WHERE conversation_id = $1";

    DELETE_CONVERSATION = "
        DELETE FROM conversations WHERE id = $1";

    TURNS = "
        SELECT id, question, status, created_at FROM runs
        WHERE conversation_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3";

    ANSWER = "
        SELECT payload FROM events
        WHERE run_id = $1 AND stage IN ('final_synthesis', 'answer_final')
        ORDER BY seq DESC LIMIT 1";

    FEEDBACK = "
        SELECT payload FROM events WHERE run_id = $1 AND stage = 'feedback'
        ORDER BY seq DESC LIMIT 1";

    SAME_QUESTION = "
        SELECT id, question, cursor, policy, updated_at FROM runs
        WHERE owner = $1 AND question_key = $2 AND status = 'completed' ORDER BY id DESC LIMIT $3";

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

    ADD_KEY = "
        INSERT INTO api_keys (id, owner, label, hash, created_at) VALUES ($1, $2, $3, $4, $5)";

    KEY = "
        SELECT id, owner, label, hash, created_at, revoked_at FROM api_keys WHERE id = $1";

    KEYS = "
        SELECT id, owner, label, hash, created_at, revoked_at FROM api_keys
        WHERE id > '' ORDER BY id";

    REVOKE_KEY = "
        UPDATE api_keys SET revoked_at = COALESCE(revoked_at, $1) WHERE id = $2";

    /// A source whose reading begins anew is not learned to its end until it is again.
    BEGIN_READING = "
        INSERT INTO sources (owner, source, silo, reading, learned_at) VALUES ($1, $2, $3, 1, $4)
        ON CONFLICT (owner, source) DO UPDATE SET
            silo = excluded.silo, reading = sources.reading + 1, learned_at = excluded.learned_at,
            digest = NULL
        RETURNING reading";

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
        SELECT silo, COUNT(*) FROM lessons WHERE owner = $1 GROUP BY silo ORDER BY silo";

    INSERT_LESSON = "
        INSERT INTO lessons (seq, owner, hash, id, silo, learned_at, confidence, source, kind, at, title, text)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

    LESSON_BY_HASH = "
        SELECT seq FROM lessons WHERE owner = $1 AND hash = $2";

    LESSON = "
        SELECT seq, id, silo, learned_at, confidence, source, kind, at, title, text
        FROM lessons WHERE owner = $1 AND id = $2";

    LESSONS_AFTER = "
        SELECT seq, id, silo, learned_at, confidence, source, kind, at, title, text
        FROM lessons WHERE owner = $1 AND seq > $2 ORDER BY seq LIMIT $3";

    NAME_OF_LESSON = "
        SELECT id FROM lessons WHERE seq = $1";

    RENAME_LESSON = "
        UPDATE lessons SET seq = $1, id = $2, source = $3 WHERE seq = $4";

    /// Tells what it said.
    DELETE_LESSON = "
        DELETE FROM lessons WHERE seq = $1 RETURNING title || ' ' || text";

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
        INSERT INTO forgotten (seq, owner, id, said) VALUES ($1, $2, $3, $4)";

    HELD = "
        SELECT seq, said FROM forgotten WHERE owner = $1 AND id <> '' ORDER BY seq LIMIT $2";

    LET_GO = "
        UPDATE forgotten SET id = '', said = '' WHERE owner = $1 AND seq <= $2 AND id <> ''";

    FORGOTTEN_AFTER = "
        SELECT seq, id FROM forgotten WHERE owner = $1 AND seq > $2 ORDER BY seq LIMIT $3";

    GROUND = "
        SELECT source, lesson FROM grounds WHERE owner = $1 AND id = $2";

    INSERT_GROUND = "
        INSERT INTO grounds (owner, id, source, lesson, reading) VALUES ($1, $2, $3, $4, $5)";

    TOUCH_GROUND = "
        UPDATE grounds SET reading = $1 WHERE owner = $2 AND id = $3";

    DELETE_GROUND = "
        DELETE FROM grounds WHERE owner = $1 AND id = $2";

    GROUND_OF_LESSON = "
        SELECT id, source FROM grounds WHERE lesson = $1 ORDER BY id LIMIT 1";

    FOLLOW_LESSON = "
        UPDATE grounds SET lesson = $1 WHERE lesson = $2";

    GROUNDS_OF = "
        SELECT id, lesson FROM grounds
        WHERE owner = $1 AND source = $2 AND reading < $3 LIMIT $4";

    FIND = "
        SELECT id FROM runs WHERE id >= $1 AND id < $2 ORDER BY id DESC LIMIT $3";

    EVENTS = "
        SELECT seq, at, elapsed_ms, round, metrics, summary, payload
        FROM events WHERE run_id = $1 AND seq > $2 ORDER BY seq LIMIT $3";

    EVENTS_OF_STAGE = "
        SELECT seq, at, elapsed_ms, round, metrics, summary, payload
        FROM events WHERE run_id = $1 AND stage = $2 AND seq > $3 ORDER BY seq LIMIT $4";

    CALLS = "
        SELECT idx, hash, issued, result FROM calls WHERE run_id = $1 AND step = $2 ORDER BY idx";

    PENDING = "
        SELECT id, run_id, command FROM commands WHERE run_id = $1 AND obeyed = 0 ORDER BY id";

    PENDING_FOR = "
        SELECT c.id, c.run_id, c.command
        FROM runs r CROSS JOIN commands c
        WHERE r.lease_owner = $1 AND c.run_id = r.id AND c.obeyed = 0
        ORDER BY c.id";

    SCHEMA_VERSION = "
        SELECT COALESCE(MAX(version), 0) FROM schema_version";

    SET_SCHEMA_VERSION = "
        INSERT INTO schema_version (version, applied_at) VALUES ($1, $2)";
}
