export default {
  name: "0096-pinned-skills",
  sql: /* sql */ `
    -- A skill that somebody else may change stays in a conversation what it was when it was switched on: { id, version, title, text }.
    ALTER TABLE platform.conversation ADD COLUMN skill_pin jsonb;

    -- Reading notes no longer means keeping them. Who could keep some still can; what a role gets from now on, it is given.
    INSERT INTO platform.role_rule (role_id, rule_id)
    SELECT role_id, 'ai.memory.keep' FROM platform.role_rule WHERE rule_id = 'ai.memory.read' ON CONFLICT DO NOTHING;
    INSERT INTO platform.rule_seen (rule_id) SELECT 'ai.memory.keep' WHERE EXISTS (
      SELECT FROM platform.rule_seen WHERE rule_id = 'ai.memory.read') ON CONFLICT DO NOTHING;
    INSERT INTO platform.role_rule (role_id, rule_id)
    SELECT role_id, 'ai.skill.write' FROM platform.role_rule WHERE rule_id = 'ai.skill.read' ON CONFLICT DO NOTHING;
    INSERT INTO platform.rule_seen (rule_id) SELECT 'ai.skill.write' WHERE EXISTS (
      SELECT FROM platform.rule_seen WHERE rule_id = 'ai.skill.read') ON CONFLICT DO NOTHING;
  `,
}
