export default {
  name: "0118-bridge",
  sql: /* sql */ `
    -- Tabs that hear a conversation's turns. One that says nothing for a while is gone.
    CREATE TABLE platform.bridge_tab (
      conversation_id uuid NOT NULL,
      tab text NOT NULL,
      seen_at timestamptz NOT NULL,
      PRIMARY KEY (conversation_id, tab)
    );
    CREATE INDEX bridge_tab_by_age ON platform.bridge_tab (seen_at);

    -- Which of them runs what runs in a tab. The number rises whenever another takes it, and fences late answers.
    CREATE TABLE platform.bridge_lease (
      conversation_id uuid PRIMARY KEY,
      tab text NOT NULL,
      number integer NOT NULL,
      taken_at timestamptz NOT NULL
    );

    CREATE TABLE platform.bridge_request (
      id uuid PRIMARY KEY,
      conversation_id uuid NOT NULL,
      turn_id uuid NOT NULL,
      tool text NOT NULL,
      -- The lease it was last asked under; 0 while no tab is there to be asked.
      number integer NOT NULL,
      deadline timestamptz NOT NULL,
      answered_at timestamptz,
      -- Sealed; gone once whoever waits has it.
      answer text,
      -- Nobody waits for it any more.
      ended_at timestamptz
    );
    CREATE INDEX bridge_request_by_conversation ON platform.bridge_request (conversation_id);
    CREATE INDEX bridge_request_by_age ON platform.bridge_request (deadline);

    -- No foreign keys: no backup holds these tables, and restoring empties what they would refer to.
    CREATE FUNCTION platform.forget_bridge() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM platform.bridge_tab WHERE conversation_id = OLD.id;
      DELETE FROM platform.bridge_lease WHERE conversation_id = OLD.id;
      DELETE FROM platform.bridge_request WHERE conversation_id = OLD.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER forget_bridge AFTER DELETE ON platform.conversation
      FOR EACH ROW EXECUTE FUNCTION platform.forget_bridge();
  `,
}
