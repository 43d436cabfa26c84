export default {
  name: "0094-hands",
  sql: /* sql */ `
    -- Who wrote on a thing, and whether they could manage it whenever they did. What a model reads of a thing is judged by it.
    CREATE TABLE platform.hand (
      type text NOT NULL,
      id text NOT NULL,
      -- 'user:<id>', 'application:<id>', 'service:<name>', 'anonymous'; 'outside' for words that came from nobody here.
      principal text NOT NULL,
      managed boolean NOT NULL,
      PRIMARY KEY (type, id, principal)
    );

    -- What an application writes counts as a colleague's words, once an administrator says that it speaks for the team.
    ALTER TABLE platform.application ADD COLUMN speaks_for_team boolean NOT NULL DEFAULT false;

    -- The log does not tell what somebody could do when they wrote, so what they may do today has to stand for it.
    INSERT INTO platform.hand (type, id, principal, managed)
    SELECT a.thing_type, a.thing_id, a.principal_kind || ':' || a.principal_id,
      bool_and(EXISTS (SELECT FROM platform.role_holder h JOIN platform.role_rule r ON r.role_id = h.role_id
        WHERE h.holder_kind = a.principal_kind AND h.holder_id::text = a.principal_id
          AND r.rule_id IN ('*', a.thing_type || '.manage')))
    FROM platform.audit a
    WHERE a.outcome = 'executed' AND a.effect <> 'read' AND a.after IS NOT NULL AND a.thing_type IS NOT NULL
      AND a.thing_id IS NOT NULL AND a.thing_type NOT IN ('ai.proposal', 'ai.toolCall')
      AND a.principal_kind IN ('user', 'application')
    GROUP BY 1, 2, 3;

    -- Nobody remembers what the assistant had read when it worded these.
    DO $$ BEGIN
      IF to_regclass('ai.memory') IS NOT NULL THEN
        INSERT INTO platform.hand (type, id, principal, managed)
        SELECT 'ai.memory', m.id::text, 'outside', false FROM ai.memory m WHERE m.source = 'assistant';
      END IF;
    END $$;
  `,
}
