export default {
  name: "0095-whose-words",
  sql: /* sql */ `
    ALTER TABLE platform.ai_settings ADD COLUMN trust_colleagues boolean NOT NULL DEFAULT false;

    -- Others' words that a grant or an application has read. They count for a day from the last time: a signature says that
    -- one change is right, not that whoever asked has forgotten what it read.
    ALTER TABLE platform.tool_taint ADD COLUMN class text NOT NULL DEFAULT 'outside' CHECK (class IN ('colleague', 'outside')),
      ADD COLUMN what text, ADD COLUMN people text[],
      DROP CONSTRAINT tool_taint_pkey, ADD PRIMARY KEY (holder, tool, class);

    ALTER TABLE platform.tool_call
      -- Others' words in what the call told whoever made it, as a list. Null: not known.
      ADD COLUMN quoted jsonb,
      -- It would have been applied by itself, had the model not read what colleagues wrote.
      ADD COLUMN waits_on_colleague boolean NOT NULL DEFAULT false;
    CREATE INDEX tool_call_on_colleague ON platform.tool_call (at) WHERE waits_on_colleague;
    CREATE INDEX proposal_open_of_conversation ON platform.tool_call (conversation_id) WHERE status = 'proposed';
    CREATE INDEX proposal_open_of_principal ON platform.tool_call ((coalesce(person_id::text, principal_id)))
      WHERE status = 'proposed';

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
        SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('toolName', t.tool, 'toolCallId', t.tool_call_id,
            'at', t.at, 'class', t.class, 'what', t.what, 'people', to_jsonb(t.people))) ORDER BY t.at), '[]')
          INTO taint FROM platform.tool_taint t
          WHERE t.holder = one.taint_holder AND t.at > clock_timestamp() - interval '24 hours';
        INSERT INTO platform.tool_call (tool, effect, transport, correlation_id, conversation_id, principal_kind,
          principal_id, principal_name, person_id, person_name, grant_id, budget_holder, args_mac, args_key,
          turn_id, model_call_id)
        SELECT r.tool, r.effect, r.transport, r.correlation_id, r.conversation_id, r.principal_kind, r.principal_id,
          r.principal_name, r.person_id, r.person_name, r.grant_id, r.budget_holder, r.args_mac, r.args_key,
          r.turn_id, r.model_call_id
        FROM jsonb_populate_record(NULL::platform.tool_call, one.row) r
        RETURNING id INTO new_id;
        answers[one.place] := jsonb_build_object('callId', new_id, 'allowedHosts', settings.allowed_hosts, 'taint', taint,
          'trustColleagues', settings.trust_colleagues,
          'policy', jsonb_build_object('twoPerson', policy.two_person, 'forbidAuto', policy.forbid_auto, 'off', policy.off));
      END LOOP;
      RETURN to_jsonb(answers);
    END $$;
  `,
}
