export default {
  name: "0071-chat",
  sql: /* sql */ `
    -- Servers that run turns. One that is not seen for a while has died, whatever its clock says.
    CREATE TABLE platform.pod (
      id uuid PRIMARY KEY,
      seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );

    CREATE TABLE platform.conversation (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      owner_id uuid NOT NULL REFERENCES platform.person (id) ON DELETE CASCADE,
      -- The name a client of its own gave it.
      client_id text,
      scope text NOT NULL DEFAULT 'operate',
      title text,
      -- 'person' is never overwritten.
      titled_by text CHECK (titled_by IN ('words', 'model', 'person')),
      connection_id uuid REFERENCES platform.connection (id) ON DELETE SET NULL,
      model text,
      permission_mode text NOT NULL DEFAULT 'approve' CHECK (permission_mode IN ('approve', 'auto')),
      skill_id text,
      time_zone text,
      -- What the messages up to and including this position come down to, and whose text is in it.
      summary text,
      summary_through bigint NOT NULL DEFAULT 0,
      summary_taint jsonb NOT NULL DEFAULT '[]',
      context_tokens integer,
      -- The provider's count over our estimate, from its latest answer.
      token_correction real NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      archived_at timestamptz,
      version integer NOT NULL DEFAULT 1
    );
    CREATE UNIQUE INDEX conversation_by_client ON platform.conversation (owner_id, client_id) WHERE client_id IS NOT NULL;
    CREATE INDEX conversation_by_owner ON platform.conversation (owner_id, updated_at DESC, id DESC);
    CREATE INDEX conversation_by_connection ON platform.conversation (connection_id);

    CREATE TABLE platform.turn (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      conversation_id uuid NOT NULL REFERENCES platform.conversation (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('message', 'decision')),
      state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'completed', 'stopped', 'failed', 'interrupted')),
      pod uuid NOT NULL,
      correlation_id text NOT NULL,
      model text NOT NULL,
      answer_id uuid NOT NULL,
      started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      ended_at timestamptz,
      stop_asked_at timestamptz,
      problem text
    );
    -- One turn at a time: a second message meets this index, on whichever server it arrives.
    CREATE UNIQUE INDEX turn_running ON platform.turn (conversation_id) WHERE state = 'running';
    CREATE INDEX turn_running_by_pod ON platform.turn (pod) WHERE state = 'running';
    CREATE INDEX turn_by_conversation ON platform.turn (conversation_id, started_at DESC);
    CREATE INDEX turn_by_end ON platform.turn (ended_at) WHERE ended_at IS NOT NULL;

    CREATE TABLE platform.message (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      conversation_id uuid NOT NULL REFERENCES platform.conversation (id) ON DELETE CASCADE,
      position bigint GENERATED ALWAYS AS IDENTITY,
      client_id text,
      role text NOT NULL CHECK (role IN ('user', 'assistant')),
      blocks jsonb NOT NULL DEFAULT '[]',
      turn_id uuid,
      model text,
      at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE UNIQUE INDEX message_by_position ON platform.message (conversation_id, position);
    -- The same message again finds its turn.
    CREATE UNIQUE INDEX message_by_client ON platform.message (conversation_id, client_id) WHERE client_id IS NOT NULL;

    CREATE TABLE platform.chat_image (
      id uuid PRIMARY KEY,
      conversation_id uuid NOT NULL REFERENCES platform.conversation (id) ON DELETE CASCADE,
      media_type text NOT NULL,
      bytes bytea NOT NULL
    );
    CREATE INDEX chat_image_by_conversation ON platform.chat_image (conversation_id);

    -- What a running turn has said, so that any server can tell it on: events first_seq to last_seq, one JSON per line.
    CREATE TABLE platform.turn_log (
      turn_id uuid NOT NULL REFERENCES platform.turn (id) ON DELETE CASCADE,
      first_seq integer NOT NULL,
      last_seq integer NOT NULL,
      lines text NOT NULL,
      PRIMARY KEY (turn_id, first_seq)
    );

    -- Message, turn, the row of the answer and the reservation of its first call: in one commit, or none of them.
    -- status: begun | known (this message has its turn already) | busy | gone | nothing (no decision waits) | over_spend
    CREATE FUNCTION platform.begin_turn(ask jsonb, spend jsonb, cap jsonb)
    RETURNS TABLE (status text, turn_id uuid, turn_state text, message_id uuid, answer_id uuid, spend_id uuid,
      used_tokens bigint, used_usd numeric, wait_seconds integer, last_position bigint, decided jsonb)
    LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      in_conversation uuid := (ask->>'conversation_id')::uuid;
      new_turn uuid := (ask->>'turn_id')::uuid;
    BEGIN
      PERFORM 1 FROM platform.conversation c
        WHERE c.id = in_conversation AND c.owner_id = (ask->>'owner_id')::uuid FOR NO KEY UPDATE;
      IF NOT FOUND THEN
        status := 'gone';
        RETURN NEXT;
        RETURN;
      END IF;
      IF ask->>'kind' = 'message' THEN
        SELECT m.id, m.turn_id, t.state, t.answer_id INTO message_id, turn_id, turn_state, answer_id
          FROM platform.message m JOIN platform.turn t ON t.id = m.turn_id
          WHERE m.conversation_id = in_conversation AND m.client_id = ask->>'client_id';
        IF FOUND THEN
          status := 'known';
          RETURN NEXT;
          RETURN;
        END IF;
      END IF;
      SELECT t.id INTO turn_id FROM platform.turn t WHERE t.conversation_id = in_conversation AND t.state = 'running';
      IF FOUND THEN
        status := 'busy';
        RETURN NEXT;
        RETURN;
      END IF;
      IF ask->>'kind' = 'decision' THEN
        SELECT jsonb_agg(jsonb_build_object('proposalId', p.id, 'toolName', p.tool, 'summary', p.summary,
            'status', p.status, 'signer', p.signer_name, 'reason', p.decision_note, 'problem', p.problem,
            'replaces', p.replaces, 'undo', p.undo) ORDER BY p.ended_at)
          INTO decided FROM platform.tool_call p
          WHERE p.conversation_id = in_conversation AND p.acknowledged_turn IS NULL AND p.expires_at IS NOT NULL
            AND p.status IN ('applied', 'failed', 'declined', 'unknown');
        IF decided IS NULL THEN
          status := 'nothing';
          RETURN NEXT;
          RETURN;
        END IF;
      END IF;
      SELECT r.spend_id, r.used_tokens, r.used_usd, r.wait_seconds INTO spend_id, used_tokens, used_usd, wait_seconds
        FROM platform.reserve_spend(spend, cap) r;
      IF spend_id IS NULL THEN
        status := 'over_spend';
        RETURN NEXT;
        RETURN;
      END IF;
      SELECT coalesce(max(m.position), 0) INTO last_position
        FROM platform.message m WHERE m.conversation_id = in_conversation;
      turn_id := new_turn;
      answer_id := (ask->>'answer_id')::uuid;
      INSERT INTO platform.turn (id, conversation_id, kind, pod, correlation_id, model, answer_id)
        VALUES (turn_id, in_conversation, ask->>'kind', (ask->>'pod')::uuid, ask->>'correlation_id', ask->>'model',
          answer_id);
      IF ask->>'kind' = 'message' THEN
        message_id := (ask->>'message_id')::uuid;
        INSERT INTO platform.chat_image (id, conversation_id, media_type, bytes)
          SELECT (i->>'id')::uuid, in_conversation, i->>'mediaType', decode(i->>'data', 'base64')
          FROM jsonb_array_elements(ask->'images') i;
        INSERT INTO platform.message (id, conversation_id, client_id, role, blocks, turn_id)
          VALUES (message_id, in_conversation, ask->>'client_id', 'user', ask->'blocks', turn_id);
      ELSE
        UPDATE platform.tool_call p SET acknowledged_turn = new_turn
          WHERE p.conversation_id = in_conversation AND p.acknowledged_turn IS NULL AND p.expires_at IS NOT NULL
            AND p.status IN ('applied', 'failed', 'declined', 'unknown');
      END IF;
      INSERT INTO platform.message (id, conversation_id, role, turn_id, model)
        VALUES (answer_id, in_conversation, 'assistant', turn_id, ask->>'model');
      UPDATE platform.conversation c SET updated_at = now(), archived_at = NULL,
          -- One that was deleted a moment ago is used once more and not kept.
          connection_id = (SELECT k.id FROM platform.connection k WHERE k.id = (ask->>'connection_id')::uuid), model = ask->>'model',
          skill_id = CASE WHEN ask ? 'skill_id' THEN ask->>'skill_id' ELSE c.skill_id END,
          time_zone = coalesce(ask->>'time_zone', c.time_zone),
          title = coalesce(c.title, ask->>'title'),
          titled_by = coalesce(c.titled_by, CASE WHEN ask ? 'title' THEN 'words' END)
        WHERE c.id = in_conversation;
      status := 'begun';
      RETURN NEXT;
    END $$;
  `,
}
