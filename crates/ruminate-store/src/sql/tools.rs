//! Calls of tools.

statements! {
    INSERT_TOOL_CALL = "
        INSERT INTO tool_calls
            (owner, id, run_id, at, tool, arguments_hash, latency_ms, retries, success, output_ref, error)
        SELECT $1, COALESCE(MAX(id), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10
        FROM tool_calls WHERE owner = $1
        RETURNING id";

    /// Those of an owner that are older than so many newer ones.
    DELETE_OLD_TOOL_CALLS = "
        DELETE FROM tool_calls WHERE owner = $1 AND id <= $2";

    TOOLS_USED = "
        SELECT COUNT(*), COALESCE(SUM(latency_ms), 0) FROM tool_calls WHERE run_id = $1";

    TOOL_CALLS = "
        SELECT run_id, at, tool, arguments_hash, latency_ms, retries, success, output_ref, error, id
        FROM tool_calls WHERE owner = $1 ORDER BY id DESC LIMIT $2";
}
