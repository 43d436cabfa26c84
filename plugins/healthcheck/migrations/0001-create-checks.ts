export default {
  name: "0001-create-checks",
  sql: /* sql */ `
    CREATE TABLE healthcheck."check" (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      description text NOT NULL,
      strategy_id text NOT NULL,
      config jsonb NOT NULL,
      collectors jsonb NOT NULL,
      interval_seconds integer NOT NULL,
      timeout_seconds double precision NOT NULL,
      retries integer NOT NULL,
      status_rule jsonb NOT NULL,
      subject text NOT NULL,
      -- Null: not paused.
      paused_at timestamptz,
      paused_until timestamptz,
      pause_reason text,
      paused_by_id text,
      paused_by_name text,
      created_by_id text NOT NULL,
      created_by_name text NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      version integer NOT NULL DEFAULT 1,
      sample boolean NOT NULL DEFAULT false,
      -- Of one whose last system was deleted: whether that system was private.
      left_private boolean NOT NULL DEFAULT false
    );
    CREATE INDEX check_by_name ON healthcheck."check" (lower(name), id);
    CREATE INDEX check_by_updated_at ON healthcheck."check" (updated_at, id);
    CREATE INDEX check_by_pause ON healthcheck."check" (paused_until) WHERE paused_until IS NOT NULL;
    CREATE INDEX check_sample ON healthcheck."check" (id) WHERE sample;

    CREATE TABLE healthcheck.assignment (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      check_id uuid NOT NULL REFERENCES healthcheck."check" ON DELETE CASCADE,
      system_id uuid NOT NULL,
      -- Null: all of the system's. Empty: once, without one.
      environment_ids uuid[],
      status_rule jsonb,
      UNIQUE (check_id, system_id)
    );
    CREATE INDEX assignment_by_system ON healthcheck.assignment (system_id, check_id);

    -- What is scheduled, run, stored and charted. An ended one stays for its history.
    CREATE TABLE healthcheck.target (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      assignment_id uuid NOT NULL,
      check_id uuid NOT NULL,
      system_id uuid NOT NULL,
      environment_id uuid,
      place text NOT NULL DEFAULT 'server',
      created_at timestamptz NOT NULL,
      ended_at timestamptz
    );
    CREATE UNIQUE INDEX target_once ON healthcheck.target (assignment_id, environment_id, place) NULLS NOT DISTINCT
      WHERE ended_at IS NULL;
    CREATE INDEX target_by_check ON healthcheck.target (check_id, id);
    CREATE INDEX target_by_system ON healthcheck.target (system_id, id);

    -- Apart from the check, so that a signed edit never meets a row that the runner has just touched.
    CREATE TABLE healthcheck.schedule (
      target_id integer PRIMARY KEY REFERENCES healthcheck.target ON DELETE CASCADE,
      interval_ms integer NOT NULL,
      -- Where in the interval its slots lie: healthcheck.phase_of(target_id, interval_ms).
      phase_ms integer NOT NULL,
      -- How long a run may take with all its tries, and what storing it may.
      lease_ms integer NOT NULL,
      -- When it runs next: a slot, or earlier. Null: never (paused).
      next_at timestamptz,
      -- The slot that is being run, by whom, and until when that is believed.
      slot_at timestamptz,
      lease uuid,
      lease_until timestamptz,
      -- Keeps timing out: runs in a lane of its own.
      suspect boolean NOT NULL DEFAULT false,
      -- Since when it has been running as it is: placed, changed or resumed.
      since timestamptz NOT NULL DEFAULT platform.now()
    ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
    CREATE INDEX schedule_due ON healthcheck.schedule (suspect, next_at) WHERE lease IS NULL;
    CREATE INDEX schedule_leased ON healthcheck.schedule (lease_until) WHERE lease IS NOT NULL;

    -- Ids follow each other, and multiples of the golden ratio spread evenly however many there are.
    CREATE FUNCTION healthcheck.phase_of(target_id integer, interval_ms integer) RETURNS integer IMMUTABLE PARALLEL SAFE LANGUAGE sql
      RETURN ((target_id::bigint * 2654435761 % 4294967296) * interval_ms / 4294967296)::integer;
    -- The first slot after an instant. Slots are counted from 1970, so every server and every restart finds the same.
    CREATE FUNCTION healthcheck.next_slot(after timestamptz, interval_ms integer, phase_ms integer) RETURNS timestamptz IMMUTABLE
      PARALLEL SAFE LANGUAGE sql RETURN to_timestamp(
        ((floor((extract(epoch FROM after) * 1000 - phase_ms) / interval_ms) + 1) * interval_ms + phase_ms) / 1000);

    CREATE TABLE healthcheck.state (
      target_id integer PRIMARY KEY REFERENCES healthcheck.target ON DELETE CASCADE,
      -- Null: never ran.
      status text CHECK (status IN ('healthy', 'unknown', 'degraded', 'unhealthy')),
      since timestamptz,
      flapping boolean NOT NULL DEFAULT false,
      -- What the rule remembers of earlier runs: see status/next-status.ts.
      memory jsonb NOT NULL DEFAULT '{}',
      last_at timestamptz,
      last_outcome text,
      last_ms real,
      -- Why the last run was not good.
      sentence text NOT NULL DEFAULT '',
      -- The last run found no way there: a name, a route or an answer in time was missing.
      cut_off boolean NOT NULL DEFAULT false,
      -- What the newest good run brought back: as result.detail, with the instant of that run as "at".
      last_ok jsonb
    ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

    -- Where checks run from, while most of what is checked from there cannot be reached: then it is to blame, not the systems.
    CREATE TABLE healthcheck.blamed_place (place text PRIMARY KEY, since timestamptz NOT NULL, sentence text NOT NULL);

    -- A good run is this narrow row and nothing else. 0 ok, 1 degraded, 2 failed, 3 missed.
    -- Partitions are days of UTC: see history/upkeep/partitions.ts.
    CREATE TABLE healthcheck.run (
      at timestamptz NOT NULL,
      target_id integer NOT NULL,
      ms real,
      outcome smallint NOT NULL,
      tries smallint NOT NULL DEFAULT 1,
      in_maintenance boolean NOT NULL DEFAULT false,
      -- Places of the assertions that did not hold.
      failed_assertions smallint[],
      -- Of a missed one: how many slots in a row it stands for, the last of them at "at". Null: one.
      slots integer,
      PRIMARY KEY (target_id, at)
    ) PARTITION BY RANGE (at);
    -- What went wrong is found without reading all that went well.
    CREATE INDEX run_not_ok ON healthcheck.run (target_id, at) WHERE outcome <> 0;
    -- A run that is judged otherwise later (maintenance entered afterwards) is deleted and inserted anew.
    CREATE TRIGGER append_only BEFORE UPDATE ON healthcheck.run FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();

    -- What failed and changed runs brought back, with the sentence of each.
    CREATE TABLE healthcheck.result (
      at timestamptz NOT NULL,
      target_id integer NOT NULL,
      sentence text NOT NULL,
      detail jsonb NOT NULL,
      PRIMARY KEY (target_id, at)
    ) PARTITION BY RANGE (at);

    -- ok, degraded and failed count runs outside maintenance; histogram: see history/histogram.ts.
    CREATE TABLE healthcheck.hourly (
      target_id integer NOT NULL,
      at timestamptz NOT NULL,
      ok integer NOT NULL,
      degraded integer NOT NULL,
      failed integer NOT NULL,
      missed integer NOT NULL,
      in_maintenance integer NOT NULL,
      histogram bytea NOT NULL,
      max_ms real,
      -- How often each assertion did not hold, by its place: {"0": 3}.
      failed_assertions jsonb,
      PRIMARY KEY (target_id, at)
    );
    CREATE INDEX hourly_by_time ON healthcheck.hourly (at);
    CREATE TABLE healthcheck.daily (LIKE healthcheck.hourly INCLUDING ALL);
    -- Hours and days that must be added up, again or for the first time. Until then reads take what they are made of.
    CREATE TABLE healthcheck.dirty_hour (at timestamptz NOT NULL, target_id integer NOT NULL, PRIMARY KEY (at, target_id));
    CREATE TABLE healthcheck.dirty_day (LIKE healthcheck.dirty_hour INCLUDING ALL);
    -- One row: what the tiers hold.
    CREATE TABLE healthcheck.history (
      -- Hours before it are added up, but for dirty ones.
      rolled_until timestamptz NOT NULL,
      -- Single runs before it are gone, and hours before the other one.
      raw_from timestamptz NOT NULL DEFAULT 'epoch',
      hourly_from timestamptz NOT NULL DEFAULT 'epoch'
    );
    CREATE UNIQUE INDEX history_once ON healthcheck.history ((true));
    INSERT INTO healthcheck.history (rolled_until) VALUES (date_trunc('hour', platform.now()));
    -- Deleted targets whose history is still to be deleted.
    CREATE TABLE healthcheck.forgotten_target (target_id integer PRIMARY KEY);

    -- When systems were or are in maintenance, as maintenance windows say. No environments: in all of them.
    CREATE TABLE healthcheck.maintenance (
      window_id uuid NOT NULL,
      starts_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL,
      system_ids uuid[] NOT NULL,
      environment_ids uuid[] NOT NULL,
      -- In progress; its end may still move.
      open boolean NOT NULL,
      PRIMARY KEY (window_id, starts_at)
    );
    CREATE TRIGGER append_only BEFORE UPDATE ON healthcheck.maintenance
      FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();
    -- Stretches in which runs must be compared with the windows again.
    CREATE TABLE healthcheck.remark (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      target_id integer NOT NULL,
      from_at timestamptz NOT NULL,
      to_at timestamptz NOT NULL
    );

    -- Addresses that jobs call, by the hash of their token.
    CREATE TABLE healthcheck.heartbeat (
      target_id integer PRIMARY KEY REFERENCES healthcheck.target ON DELETE CASCADE,
      token_hash text UNIQUE,
      waiting_since timestamptz NOT NULL
    );
    -- Their calls. The newest one counts; those of earlier days are dropped.
    CREATE TABLE healthcheck.beat (
      target_id integer NOT NULL REFERENCES healthcheck.target ON DELETE CASCADE,
      at timestamptz NOT NULL,
      status text NOT NULL CHECK (status IN ('up', 'down')),
      message text NOT NULL,
      value double precision
    );
    CREATE INDEX beat_by_target ON healthcheck.beat (target_id, at);
    CREATE TRIGGER append_only BEFORE UPDATE ON healthcheck.beat FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();

    CREATE TABLE healthcheck.revision (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      check_id uuid NOT NULL REFERENCES healthcheck."check" ON DELETE CASCADE,
      at timestamptz NOT NULL,
      by_id text NOT NULL,
      by_name text NOT NULL,
      changes jsonb NOT NULL
    );
    CREATE INDEX revision_by_check ON healthcheck.revision (check_id, at, id);
  `,
}
