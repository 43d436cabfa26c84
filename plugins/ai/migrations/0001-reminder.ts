export default {
  name: "0001-reminder",
  sql: /* sql */ `
    -- One row for each time a waiting proposal was mailed to those who may sign it. Whoever inserts it sends the mails,
    -- so that two servers whose clocks strike together send one.
    CREATE TABLE ai.reminder (
      proposal_id uuid NOT NULL,
      after_minutes integer NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (proposal_id, after_minutes)
    );
    CREATE INDEX reminder_by_at ON ai.reminder (at);
  `,
}
