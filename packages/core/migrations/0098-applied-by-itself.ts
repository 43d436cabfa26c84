export default {
  name: "0098-applied-by-itself",
  sql: /* sql */ `
    -- In auto mode nobody signs: such a change has no signer, and says so.
    ALTER TABLE platform.tool_call ADD COLUMN unsigned boolean NOT NULL DEFAULT false;

    -- Until now its owner stood there as the signer. What a person signs comes by a request of its own; what was applied
    -- by itself shares the request that asked for it.
    UPDATE platform.tool_call t SET unsigned = true, signer_kind = NULL, signer_id = NULL, signer_name = NULL
    FROM platform.audit a
    WHERE t.expires_at IS NOT NULL AND t.nonce_hash IS NULL AND t.status IN ('applied', 'failed', 'unknown')
      AND a.thing_type = 'ai.proposal' AND a.thing_id = t.id::text AND a.outcome = t.status
      AND a.correlation_id = t.correlation_id;
  `,
}
