export default {
  name: "0061-proposal-sequel",
  sql: /* sql */ `
    -- The call that would take it back, once it was applied.
    ALTER TABLE platform.tool_call ADD COLUMN undo jsonb;
    -- Which turn told the model what became of the proposal.
    ALTER TABLE platform.tool_call ADD COLUMN acknowledged_turn uuid;
    CREATE INDEX proposal_unacknowledged ON platform.tool_call (conversation_id)
      WHERE conversation_id IS NOT NULL AND acknowledged_turn IS NULL AND expires_at IS NOT NULL;
  `,
}
