export default {
  name: "0060-tool-call",
  sql: /* sql */ `
    -- Every call of a tool through any door. A proposal is a call that waits: the row is also its token store.
    CREATE TABLE platform.tool_call (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      tool text NOT NULL,
      effect text NOT NULL,
      transport text NOT NULL,
      correlation_id text NOT NULL,
      conversation_id uuid,
      principal_kind text NOT NULL,
      principal_id text NOT NULL,
      principal_name text NOT NULL,
      -- The person an OAuth client acts for, and the grant it acts under.
      person_id uuid,
      person_name text,
      grant_id uuid,
      -- Whose budget the call is part of: the person acted for, else the principal.
      budget_holder text NOT NULL,
      status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'executed', 'refused', 'failed', 'proposed',
        'applying', 'applied', 'unknown', 'declined', 'expired', 'superseded')),
      -- HMAC-SHA-256 of the arguments' canonical JSON under the named key: equal calls can be told, arguments cannot.
      args_mac text,
      args_key text,
      ended_at timestamptz,
      -- Why it was refused, failed, or what is not known.
      problem text,

      -- From here on proposals only. SHA-256 of the token's nonce.
      nonce_hash text,
      token_expires_at timestamptz,
      expires_at timestamptz,
      -- Sealed; gone once the proposal has ended.
      payload text,
      -- Sealed; kept as long as the token may be asked again.
      result text,
      summary text,
      card jsonb,
      -- What the preview read. If it differs at apply, a person looks again.
      fingerprint text,
      taint jsonb,
      destination text,
      two_person boolean NOT NULL DEFAULT false,
      -- Whether the effect reaches beyond this database.
      external boolean NOT NULL DEFAULT false,
      -- Who applies it at the moment, and until when the others believe that.
      lease uuid,
      lease_until timestamptz,
      signer_kind text,
      signer_id text,
      signer_name text,
      decided_at timestamptz,
      decision_note text,
      replaces uuid,
      replaced_by uuid
    );
    CREATE INDEX tool_call_by_holder ON platform.tool_call (budget_holder, at DESC);
    CREATE INDEX tool_call_by_tool ON platform.tool_call (tool, at DESC);
    CREATE INDEX tool_call_by_at ON platform.tool_call (at) WHERE expires_at IS NULL;
    CREATE INDEX proposal_by_at ON platform.tool_call (at DESC, id DESC) WHERE expires_at IS NOT NULL;
    CREATE INDEX proposal_by_person ON platform.tool_call (person_id, at DESC) WHERE expires_at IS NOT NULL;
    CREATE INDEX proposal_waiting ON platform.tool_call (at) WHERE status = 'proposed';
    CREATE INDEX tool_call_unfinished ON platform.tool_call (at) WHERE status IN ('applying', 'running');

    -- What administrators demand of a tool ("tool:incident.delete") or of all that a rule opens ("rule:...").
    CREATE TABLE platform.tool_policy (
      subject text PRIMARY KEY,
      two_person boolean NOT NULL DEFAULT false,
      forbid_auto boolean NOT NULL DEFAULT false,
      off boolean NOT NULL DEFAULT false,
      updated_at timestamptz NOT NULL DEFAULT now(),
      updated_by text NOT NULL,
      version integer NOT NULL DEFAULT 1
    );

    CREATE TABLE platform.ai_settings (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      calls_per_minute integer NOT NULL DEFAULT 60,
      allowed_hosts text[] NOT NULL DEFAULT '{}',
      remind_after_minutes integer[] NOT NULL DEFAULT '{5}',
      version integer NOT NULL DEFAULT 1
    );
    INSERT INTO platform.ai_settings DEFAULT VALUES;

    -- Outside text that a grant or an application has read since a person last signed for it.
    CREATE TABLE platform.tool_taint (
      holder text NOT NULL,
      tool text NOT NULL,
      tool_call_id uuid NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (holder, tool)
    );

    -- All that the gate needs to know, in one round trip: counts and reserves under a lock of the holder's own, and
    -- answers with policy, allow-list and taint. What a function reads after the lock is as new as the lock, which one
    -- plain statement could not promise.
    CREATE FUNCTION platform.reserve_tool_call(call jsonb, rules text[], taint_holder text)
    RETURNS TABLE (call_id uuid, most integer, wait_seconds integer, two_person boolean, forbid_auto boolean,
      off boolean, allowed_hosts text[], taint jsonb) LANGUAGE plpgsql AS $$
    DECLARE
      holder text := call->>'budget_holder';
      since timestamptz;
      used integer;
      oldest timestamptz;
    BEGIN
      SELECT s.calls_per_minute, s.allowed_hosts INTO most, allowed_hosts FROM platform.ai_settings s;
      PERFORM pg_advisory_xact_lock(hashtextextended('tool-budget:' || holder, 0));
      since := clock_timestamp() - interval '60 seconds';
      SELECT count(*), min(recent.at) INTO used, oldest FROM (
        SELECT t.at FROM platform.tool_call t WHERE t.budget_holder = holder AND t.at > since
        ORDER BY t.at DESC LIMIT most) recent;
      IF used >= most THEN
        wait_seconds := greatest(1, ceil(extract(epoch FROM oldest - since))::integer);
        RETURN NEXT;
        RETURN;
      END IF;
      SELECT coalesce(bool_or(p.two_person), false), coalesce(bool_or(p.forbid_auto), false),
          coalesce(bool_or(p.off), false) INTO two_person, forbid_auto, off FROM platform.tool_policy p
        WHERE p.subject = 'tool:' || (call->>'tool')
          OR p.subject = ANY (SELECT 'rule:' || rule FROM unnest(rules) rule);
      SELECT coalesce(jsonb_agg(jsonb_build_object('toolName', t.tool, 'toolCallId', t.tool_call_id, 'at', t.at)
          ORDER BY t.at), '[]') INTO taint FROM platform.tool_taint t WHERE t.holder = taint_holder;
      INSERT INTO platform.tool_call (tool, effect, transport, correlation_id, conversation_id, principal_kind,
        principal_id, principal_name, person_id, person_name, grant_id, budget_holder, args_mac, args_key)
      SELECT r.tool, r.effect, r.transport, r.correlation_id, r.conversation_id, r.principal_kind, r.principal_id,
        r.principal_name, r.person_id, r.person_name, r.grant_id, r.budget_holder, r.args_mac, r.args_key
      FROM jsonb_populate_record(NULL::platform.tool_call, call) r
      RETURNING platform.tool_call.id INTO call_id;
      RETURN NEXT;
    END $$;
  `,
}
