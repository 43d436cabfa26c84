/**
 * The tables of a timeline, for a migration of the plugin whose `<schema>.<noun>` has them: its updates, links and revisions.
 * Released migrations never change, and this text is part of them: another shape gets a function of its own.
 */
export function timelineTables(schema: string, noun: string, statuses: readonly string[]): string {
  const table = `${schema}.${noun}`
  const owner = `${noun}_id uuid NOT NULL REFERENCES ${table} ON DELETE CASCADE`
  const visibility = "visibility text NOT NULL CHECK (visibility IN ('public', 'signedIn', 'internal'))"
  return `
    CREATE TABLE ${table}_update (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      -- Entries of one millisecond stand in the order in which the database took them.
      number bigint GENERATED ALWAYS AS IDENTITY,
      ${owner},
      message text NOT NULL,
      status text CHECK (status IN (${statuses.map((status) => `'${status}'`).join(", ")})),
      ${visibility},
      -- Also applications and the platform, which have no row among the people.
      author_id text NOT NULL,
      author_name text NOT NULL,
      at timestamptz NOT NULL,
      edited_at timestamptz,
      version integer NOT NULL DEFAULT 1
    );
    CREATE INDEX ${noun}_update_by_time ON ${table}_update (${noun}_id, at, number);
    CREATE INDEX ${noun}_update_by_author ON ${table}_update (author_id);

    CREATE TABLE ${table}_link (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      number bigint GENERATED ALWAYS AS IDENTITY,
      ${owner},
      label text NOT NULL,
      url text NOT NULL CHECK (url ~* '^https?://'),
      added_by_id text NOT NULL,
      added_by_name text NOT NULL,
      at timestamptz NOT NULL
    );
    CREATE INDEX ${noun}_link_by_time ON ${table}_link (${noun}_id, at, number);
    CREATE INDEX ${noun}_link_by_author ON ${table}_link (added_by_id);

    CREATE TABLE ${table}_revision (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      number bigint GENERATED ALWAYS AS IDENTITY,
      ${owner},
      -- Null for the thing's own fields and for updates that are gone: earlier texts go with their update.
      update_id uuid REFERENCES ${table}_update ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('${noun}Edited', 'updateEdited', 'updateDeleted')),
      -- The narrower of before and after: a text that was internal once stays so, whatever its update is now.
      ${visibility},
      author_id text NOT NULL,
      author_name text NOT NULL,
      at timestamptz NOT NULL,
      -- { field: { before, after } }; things as lists of ids.
      changes jsonb NOT NULL
    );
    CREATE INDEX ${noun}_revision_by_time ON ${table}_revision (${noun}_id, at, number);
    CREATE INDEX ${noun}_revision_by_author ON ${table}_revision (author_id);`
}
