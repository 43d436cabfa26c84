export default {
  name: "0091-another-answer",
  sql: /* sql */ `
    -- The turn that answered the same question again. The earlier answer is kept.
    ALTER TABLE platform.message ADD COLUMN superseded_by uuid;
    ALTER TABLE platform.turn DROP CONSTRAINT turn_kind_check,
      ADD CONSTRAINT turn_kind_check CHECK (kind IN ('message', 'decision', 'again'));

    -- As before, and for the kind 'again': the last question, which stays as it is, gets another answer.
    -- status, besides those there were: passed (it is no longer the last question, or an earlier one was named)
    CREATE OR REPLACE FUNCTION platform.begin_turn(ask jsonb, spend jsonb, cap jsonb)
    RETURNS TABLE (status text, turn_id uuid, turn_state text, message_id uuid, answer_id uuid, spend_id uuid,
      used_tokens bigint, used_usd numeric, wait_seconds integer, last_position bigint, decided jsonb)
    LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      in_conversation uuid := (ask->>'conversation_id')::uuid;
      new_turn uuid := (ask->>'turn_id')::uuid;
      asked_at bigint;
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
      IF ask->>'kind' = 'again' THEN
        SELECT m.id, m.position INTO message_id, asked_at FROM platform.message m
          WHERE m.conversation_id = in_conversation AND m.role = 'user' ORDER BY m.position DESC LIMIT 1;
        IF message_id IS DISTINCT FROM (ask->>'message_id')::uuid OR EXISTS (SELECT FROM platform.message m
            WHERE m.conversation_id = in_conversation AND m.position < asked_at
              AND ask->>'named' IN (m.id::text, m.client_id)) THEN
          status := 'passed';
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
      ELSIF ask->>'kind' = 'again' THEN
        UPDATE platform.message m SET superseded_by = new_turn
          WHERE m.conversation_id = in_conversation AND m.position > asked_at AND m.superseded_by IS NULL;
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
