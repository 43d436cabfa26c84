export default {
  name: "0002-audit",
  sql: /* sql */ `
    CREATE TABLE platform.audit (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      -- Which transaction wrote it: checkpoints seal only rows of transactions that have surely ended.
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
      -- Counts restores: a restored database starts counting transactions anew.
      epoch integer NOT NULL DEFAULT 1,
      principal_kind text NOT NULL,
      principal_id text NOT NULL,
      principal_name text NOT NULL,
      transport text NOT NULL,
      correlation_id text NOT NULL,
      action text NOT NULL,
      effect text NOT NULL,
      outcome text NOT NULL,
      thing_type text,
      thing_id text,
      thing_name text,
      before jsonb,
      after jsonb,
      note text
    );
    CREATE INDEX audit_by_thing ON platform.audit (thing_type, thing_id, id DESC);
    CREATE INDEX audit_by_principal ON platform.audit (principal_id, id DESC);
    CREATE INDEX audit_by_action ON platform.audit (action, id DESC);
    CREATE INDEX audit_by_at ON platform.audit (at DESC, id DESC);
  `,
}
