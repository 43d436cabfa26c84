export default {
  name: "0112-records-and-clock",
  sql: /* sql */ `
    -- For tables that stand in an audit row's place: CREATE TRIGGER append_only BEFORE UPDATE ON ... FOR EACH STATEMENT.
    CREATE FUNCTION platform.refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'Rows of %.% are written once and never changed.', TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
    END $$;

    -- What is due is asked of this clock. Tests replace it to move the time, in a database of their own.
    -- STABLE, because a condition on a volatile function uses no index.
    CREATE FUNCTION platform.now() RETURNS timestamptz STABLE LANGUAGE sql AS 'SELECT clock_timestamp()';
  `,
}
