export default {
  name: "0020-administration",
  sql: /* sql */ `
    CREATE UNIQUE INDEX role_by_name ON platform.role (lower(name));

    CREATE INDEX person_by_name ON platform.person (lower(name), id);
    CREATE INDEX person_by_created ON platform.person (created_at, id);
    CREATE INDEX person_by_last_seen ON platform.person (coalesce(last_seen_at, '-infinity'), id);
    CREATE INDEX person_by_disabled ON platform.person (disabled_at) WHERE erased_at IS NULL;

    -- How long people stay after they were disabled; null keeps them until somebody erases them.
    CREATE TABLE platform.retention (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      erase_disabled_after_days integer CHECK (erase_disabled_after_days > 0),
      version integer NOT NULL DEFAULT 1
    );
    INSERT INTO platform.retention DEFAULT VALUES;

    -- Which plugins' sample data is there.
    CREATE TABLE platform.sample (
      plugin text PRIMARY KEY,
      added_at timestamptz NOT NULL DEFAULT now()
    );
  `,
}
