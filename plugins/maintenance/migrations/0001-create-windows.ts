import { timelineTables } from "@countersign/core/server"

export default {
  name: "0001-create-windows",
  sql: /* sql */ `
    CREATE TABLE maintenance."window" (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      title text NOT NULL,
      description text NOT NULL,
      status text NOT NULL CHECK (status IN ('scheduled', 'inProgress', 'completed', 'cancelled')),
      -- Of the occurrence that is going on or comes next, and which one that is by the rule.
      starts_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL CHECK (starts_at < ends_at),
      occurrence_at timestamptz NOT NULL,
      -- Where the rule begins to count, and how long each occurrence lasts.
      series_at timestamptz NOT NULL,
      duration_seconds integer NOT NULL,
      rrule text,
      time_zone text NOT NULL,
      environment_ids uuid[] NOT NULL,
      announced boolean NOT NULL,
      -- Also applications and the platform, which have no row among the people.
      created_by_id text NOT NULL,
      created_by_name text NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      version integer NOT NULL DEFAULT 1,
      sample boolean NOT NULL,
      next_at timestamptz,
      lease uuid,
      lease_until timestamptz,
      -- Open ones by their beginning, then those that are over by their end, newest first, as one number for paging.
      soonest bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN status IN ('scheduled', 'inProgress')
        THEN (extract(epoch FROM (starts_at - timestamptz '2000-01-01 00:00:00+00')) * 1000000)::bigint
        ELSE 1000000000000000000 - (extract(epoch FROM (ends_at - timestamptz '2000-01-01 00:00:00+00')) * 1000000)::bigint
        END) STORED
    );
    CREATE INDEX window_by_soonest ON maintenance."window" (soonest, id);
    CREATE INDEX window_by_starts_at ON maintenance."window" (starts_at, id);
    CREATE INDEX window_by_updated_at ON maintenance."window" (updated_at, id);
    CREATE INDEX window_by_title ON maintenance."window" (lower(title), id);
    CREATE INDEX window_by_next ON maintenance."window" (next_at);
    CREATE INDEX window_by_author ON maintenance."window" (created_by_id);
    CREATE INDEX window_sample ON maintenance."window" (id) WHERE sample;

    CREATE TABLE maintenance.window_system (
      window_id uuid NOT NULL REFERENCES maintenance."window" ON DELETE CASCADE,
      system_id uuid NOT NULL,
      PRIMARY KEY (window_id, system_id)
    );
    CREATE INDEX window_system_by_system ON maintenance.window_system (system_id, window_id);

    -- The past and the near future of every window. Without a reference: calendars are told of those that are gone.
    CREATE TABLE maintenance.occurrence (
      window_id uuid NOT NULL,
      original_at timestamptz NOT NULL,
      starts_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL,
      state text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'done', 'skipped', 'removed')),
      -- Of windows that are gone: how often they had changed, and whose they were.
      sequence integer,
      system_ids uuid[],
      PRIMARY KEY (window_id, original_at)
    );
    CREATE INDEX occurrence_by_time ON maintenance.occurrence (window_id, starts_at, original_at);
    CREATE INDEX occurrence_by_end ON maintenance.occurrence (ends_at);

    CREATE TABLE maintenance.feed (
      person_id uuid PRIMARY KEY,
      token_hash text NOT NULL UNIQUE,
      created_at timestamptz NOT NULL
    );
    ${timelineTables("maintenance", "window", ["scheduled", "inProgress", "completed", "cancelled"])}
  `,
}
