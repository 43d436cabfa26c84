export default {
  name: "0030-secrets",
  sql: /* sql */ `
    CREATE TABLE platform.secret (
      name text PRIMARY KEY,
      -- AES-256-GCM with the id of its key; the value itself is nowhere.
      sealed text NOT NULL,
      set_at timestamptz NOT NULL DEFAULT now(),
      set_by_kind text NOT NULL,
      set_by text NOT NULL
    );
    CREATE INDEX secret_by_set_at ON platform.secret (set_at, name);

    CREATE TABLE platform.setting (
      key text PRIMARY KEY,
      value jsonb NOT NULL,
      version integer NOT NULL DEFAULT 1
    );
  `,
}
