export default {
  name: "0032-audit-checkpoint",
  sql: /* sql */ `
    CREATE TABLE platform.audit_checkpoint (
      number bigint PRIMARY KEY,
      sealed_at timestamptz NOT NULL,
      -- Rows are sealed in the order (epoch, xid, id). Of rows sealed here, the last; its predecessor is the checkpoint before.
      last_epoch integer NOT NULL,
      last_xid xid8 NOT NULL,
      last_id bigint NOT NULL,
      row_count integer NOT NULL,
      -- One id and one digest of 16 bytes for each row, in order: they tell which row it is that does not fit.
      row_ids bigint[] NOT NULL,
      digests bytea NOT NULL,
      -- SHA-256 over all of the above and the checkpoint before: needs no key.
      chain bytea NOT NULL,
      previous_mac bytea NOT NULL,
      -- HMAC of the chain under the server's key, which is not in this database.
      key_id text NOT NULL,
      mac bytea NOT NULL
    );

    CREATE FUNCTION platform.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'The audit log is append-only: rows of % are never changed or removed.', TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
    END $$;
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON platform.audit
      FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON platform.audit_checkpoint
      FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();
  `,
}
