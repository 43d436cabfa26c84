export default {
  name: "0089-calls-of-a-turn",
  sql: /* sql */ `
    -- In which turn it was called, and what the model calls this call: a turn whose server died is told from these rows
    -- what became of its calls.
    ALTER TABLE platform.tool_call ADD COLUMN turn_id uuid, ADD COLUMN model_call_id text;
    CREATE INDEX tool_call_by_turn ON platform.tool_call (turn_id) WHERE turn_id IS NOT NULL;

    CREATE OR REPLACE FUNCTION platform.reserve_tool_calls(asked jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
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
          principal_id, principal_name, person_id, person_name, grant_id, budget_holder, args_mac, args_key,
          turn_id, model_call_id)
        SELECT r.tool, r.effect, r.transport, r.correlation_id, r.conversation_id, r.principal_kind, r.principal_id,
          r.principal_name, r.person_id, r.person_name, r.grant_id, r.budget_holder, r.args_mac, r.args_key,
          r.turn_id, r.model_call_id
        FROM jsonb_populate_record(NULL::platform.tool_call, one.row) r
        RETURNING id INTO new_id;
        answers[one.place] := jsonb_build_object('callId', new_id, 'allowedHosts', settings.allowed_hosts, 'taint', taint,
          'policy', jsonb_build_object('twoPerson', policy.two_person, 'forbidAuto', policy.forbid_auto, 'off', policy.off));
      END LOOP;
      RETURN to_jsonb(answers);
    END $$;
  `,
}
