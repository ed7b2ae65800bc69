//! Runs with their events, questions, calls and commands, conversations, keys, and the schema.

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

    /// What the memory told a run.
    TOLD = "
        SELECT payload, at FROM events
        WHERE run_id = $1 AND stage IN ('recalled', 'focus') ORDER BY seq";

    FEEDBACK = "
        SELECT payload FROM events WHERE run_id = $1 AND stage = 'feedback'
        ORDER BY seq DESC LIMIT 1";

    SAME_QUESTION = "
        SELECT id, question, cursor, policy, updated_at FROM runs
        WHERE owner = $1 AND question_key = $2 AND status = 'completed' ORDER BY id DESC LIMIT $3";

    ADD_KEY = "
        INSERT INTO api_keys (id, owner, label, hash, created_at) VALUES ($1, $2, $3, $4, $5)";

    KEY = "
        SELECT id, owner, label, hash, created_at, revoked_at FROM api_keys WHERE id = $1";

    KEYS = "
        SELECT id, owner, label, hash, created_at, revoked_at FROM api_keys
        WHERE id > '' ORDER BY id";

    REVOKE_KEY = "
        UPDATE api_keys SET revoked_at = COALESCE(revoked_at, $1) WHERE id = $2";

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
