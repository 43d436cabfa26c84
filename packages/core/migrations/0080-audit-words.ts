export default {
  name: "0080-audit-words",
  sql: /* sql */ `
    -- What the audit log calls a proposal whose summary repeats what is one person's own; null: its summary.
    ALTER TABLE platform.tool_call ADD COLUMN audit_name text;
    -- Written before events were scrubbed. The messages of these turns are stored, without what looks like a credential.
    DELETE FROM platform.turn_log l USING platform.turn t WHERE t.id = l.turn_id AND t.state <> 'running';
  `,
}
