export default {
  name: "0111-events",
  sql: /* sql */ `
    -- What happened, written in the transaction of the change. A partition for each day (UTC) is made ahead and dropped after
    -- 30 days: see events/partitions.ts. No change fails because a day has none: its events are then in the last one.
    CREATE TABLE platform.event (
      id uuid NOT NULL,
      at timestamptz NOT NULL,
      event text NOT NULL,
      about_type text NOT NULL,
      about_id text NOT NULL,
      payload jsonb NOT NULL,
      -- Ids of the events that led to this one, the first cause first.
      causation text[] NOT NULL,
      correlation_id text NOT NULL,
      PRIMARY KEY (at, id)
    ) PARTITION BY RANGE (at);
    CREATE TABLE platform.event_of_other_days PARTITION OF platform.event DEFAULT;

    -- One row for each verb that is to hear of an event, deleted in the verb's own transaction: its effect and the end of the
    -- delivery are one. Never read by sequence: a row that commits late is found like any other.
    CREATE TABLE platform.delivery (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      subscriber text NOT NULL,
      about text NOT NULL,
      event_id uuid NOT NULL,
      event_at timestamptz NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(),
      problem text
    );
    CREATE INDEX delivery_order ON platform.delivery (subscriber, about, id);
    CREATE INDEX delivery_event ON platform.delivery (event_at);
  `,
}
