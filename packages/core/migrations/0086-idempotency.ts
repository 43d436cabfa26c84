export default {
  name: "0086-idempotency",
  sql: /* sql */ `
    -- Written in the transaction of the change it stands for, so it exists exactly if the change does.
    CREATE TABLE platform.idempotency (
      -- Kind and id, and for whom it acts: what one caller chose as a key means nothing to another.
      principal text NOT NULL,
      verb text NOT NULL,
      key text NOT NULL,
      -- Tells the same input from another without keeping it; key_id names the secret behind it.
      key_id text NOT NULL,
      input_mac text NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      -- False while what reaches outside is at work, and for ever if its server died meanwhile.
      ended boolean NOT NULL DEFAULT true,
      -- The three together as one: what the answer is sealed for.
      claim text NOT NULL GENERATED ALWAYS AS (principal || ' ' || verb || ' ' || key) STORED,
      -- Sealed. Null where it holds a credential, or is too large.
      answer text,
      PRIMARY KEY (principal, verb, key)
    );
    CREATE INDEX idempotency_at ON platform.idempotency (at);
  `,
}
