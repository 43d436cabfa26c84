export default {
  name: "0101-what-was-offered",
  sql: /* sql */ `
    -- Answers with addresses that a model offered after it had read words from outside, in rows that the summary covers: whoever
    -- chose one of them has not named its address. Of what was folded before, all that was offered counts.
    ALTER TABLE platform.conversation ADD COLUMN summary_offered text[] NOT NULL DEFAULT '{}';
    UPDATE platform.conversation c SET summary_offered = ARRAY(
      SELECT DISTINCT option #>> '{}' FROM platform.message m,
        jsonb_path_query(m.blocks, '$[*] ? (@.type == "question").options[*]') option
      WHERE m.conversation_id = c.id AND m.position <= c.summary_through AND option #>> '{}' ~ '[.:]')
    WHERE c.summary IS NOT NULL;
  `,
}
