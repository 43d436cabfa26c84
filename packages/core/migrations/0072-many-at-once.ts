export default {
  name: "0072-many-at-once",
  sql: /* sql */ `
    -- What the gate needs to know of several calls, in one round trip. Holders in order, so that two servers never wait
    -- for each other; what is read after a holder's lock is as new as the lock. Answers in the order of the questions.
    CREATE FUNCTION platform.reserve_tool_calls(asked jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
    DECLARE
      answers jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(asked)]);
      settings platform.ai_settings;
      one record;
      since timestamptz;
      used integer;
      oldest timestamptz;
      policy record;
      taint jsonb;
      new_id uuid;
    BEGIN
      SELECT * INTO settings FROM platform.ai_settings;
      FOR one IN
        SELECT a.place, a.call->'row' AS row, a.call->'row'->>'budget_holder' AS holder, a.call->'rules' AS rules,
          a.call->>'taintHolder' AS taint_holder
        FROM jsonb_array_elements(asked) WITH ORDINALITY a (call, place) ORDER BY 3, 1
      LOOP
        PERFORM pg_advisory_xact_lock(hashtextextended('tool-budget:' || one.holder, 0));
        since := clock_timestamp() - interval '60 seconds';
        SELECT count(*), min(recent.at) INTO used, oldest FROM (
          SELECT t.at FROM platform.tool_call t WHERE t.budget_holder = one.holder AND t.at > since
          ORDER BY t.at DESC LIMIT settings.calls_per_minute) recent;
        IF used >= settings.calls_per_minute THEN
          answers[one.place] := jsonb_build_object('most', settings.calls_per_minute,
            'waitSeconds', greatest(1, ceil(extract(epoch FROM oldest - since))::integer));
          CONTINUE;
        END IF;
        SELECT coalesce(bool_or(p.two_person), false) AS two_person, coalesce(bool_or(p.forbid_auto), false) AS forbid_auto,
            coalesce(bool_or(p.off), false) AS off INTO policy FROM platform.tool_policy p
          WHERE p.subject = 'tool:' || (one.row->>'tool')
            OR p.subject = ANY (SELECT 'rule:' || rule FROM jsonb_array_elements_text(one.rules) rule);
        SELECT coalesce(jsonb_agg(jsonb_build_object('toolName', t.tool, 'toolCallId', t.tool_call_id, 'at', t.at)
            ORDER BY t.at), '[]') INTO taint FROM platform.tool_taint t WHERE t.holder = one.taint_holder;
        INSERT INTO platform.tool_call (tool, effect, transport, correlation_id, conversation_id, principal_kind,
          principal_id, principal_name, person_id, person_name, grant_id, budget_holder, args_mac, args_key)
        SELECT r.tool, r.effect, r.transport, r.correlation_id, r.conversation_id, r.principal_kind, r.principal_id,
          r.principal_name, r.person_id, r.person_name, r.grant_id, r.budget_holder, r.args_mac, r.args_key
        FROM jsonb_populate_record(NULL::platform.tool_call, one.row) r
        RETURNING id INTO new_id;
        answers[one.place] := jsonb_build_object('callId', new_id, 'allowedHosts', settings.allowed_hosts, 'taint', taint,
          'policy', jsonb_build_object('twoPerson', policy.two_person, 'forbidAuto', policy.forbid_auto, 'off', policy.off));
      END LOOP;
      RETURN to_jsonb(answers);
    END $$;
    DROP FUNCTION platform.reserve_tool_call(jsonb, text[], text);

    -- Ends of calls and the reservations of those that follow them. The caps' locks come first and in order, as for those
    -- who only reserve; then one holder's rows after the other's, so that two servers meet them in the same order.
    CREATE FUNCTION platform.settle_and_reserve_all(asked jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
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
        UPDATE platform.spend s SET state = 'settled', settled_at = clock_timestamp(), input_tokens = e.input_tokens,
          cache_read_tokens = e.cache_read_tokens, cache_write_tokens = e.cache_write_tokens,
          output_tokens = e.output_tokens, reasoning_tokens = e.reasoning_tokens, cost_usd = e.cost_usd
        FROM jsonb_populate_record(NULL::platform.spend, one.ended) e WHERE s.id = e.id AND s.state <> 'settled';
        SELECT * INTO answer FROM platform.reserve_spend(one.entry, nullif(one.cap, 'null'::jsonb));
        answers[one.place] := to_jsonb(answer);
      END LOOP;
      RETURN to_jsonb(answers);
    END $$;
    DROP FUNCTION platform.settle_and_reserve(jsonb, jsonb, jsonb);
  `,
}
