export default {
  name: "0084-unbelievable-usage",
  sql: /* sql */ `
    -- A provider reported no tokens, or a number that cannot be true: the call counts with what was set aside for it.
    ALTER TABLE platform.spend DROP CONSTRAINT spend_state_check;
    ALTER TABLE platform.spend ADD CONSTRAINT spend_state_check
      CHECK (state IN ('reserved', 'settled', 'abandoned', 'unbelievable'));

    -- As before, and an end may be one that nobody believes.
    CREATE OR REPLACE FUNCTION platform.settle_and_reserve_all(asked jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
    DECLARE
      answers jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(asked)]);
      one record;
      answer record;
    BEGIN
      FOR one IN
        SELECT a.call->'entry' AS entry, a.call->'cap' AS cap FROM jsonb_array_elements(asked) a (call)
        ORDER BY a.call->'entry'->>'connection_id', a.call->'entry'->>'principal_kind', a.call->'entry'->>'principal_id'
      LOOP
        PERFORM platform.lock_spend(one.entry, one.cap);
      END LOOP;
      FOR one IN
        SELECT a.place, a.call->'ended' AS ended, a.call->'entry' AS entry, a.call->'cap' AS cap
        FROM jsonb_array_elements(asked) WITH ORDINALITY a (call, place)
        ORDER BY a.call->'entry'->>'connection_id', a.call->'entry'->>'principal_kind',
          a.call->'entry'->>'principal_id', a.place
      LOOP
        -- A server of the version before names no state.
        UPDATE platform.spend s SET state = coalesce(e.state, 'settled'), settled_at = clock_timestamp(),
          input_tokens = e.input_tokens, cache_read_tokens = e.cache_read_tokens,
          cache_write_tokens = e.cache_write_tokens, output_tokens = e.output_tokens,
          reasoning_tokens = e.reasoning_tokens,
          cost_usd = CASE WHEN e.state = 'unbelievable' THEN s.reserved_usd ELSE e.cost_usd END
        FROM jsonb_populate_record(NULL::platform.spend, one.ended) e
        WHERE s.id = e.id AND s.state IN ('reserved', 'abandoned');
        SELECT * INTO answer FROM platform.reserve_spend(one.entry, nullif(one.cap, 'null'::jsonb));
        answers[one.place] := to_jsonb(answer);
      END LOOP;
      RETURN to_jsonb(answers);
    END $$;
  `,
}
