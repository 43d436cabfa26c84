export default {
  name: "0070-connections",
  sql: /* sql */ `
    CREATE TABLE platform.connection (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      driver text NOT NULL,
      label text NOT NULL,
      base_url text,
      -- What else the driver asks for; nothing secret.
      settings jsonb NOT NULL DEFAULT '{}',
      -- Sealed, never in clear; null for a provider that wants none.
      sealed_key text,
      -- Empty until somebody chooses one.
      default_model text NOT NULL DEFAULT '',
      available_models text[] NOT NULL DEFAULT '{}',
      -- The provider's own list as it was last read.
      models jsonb NOT NULL DEFAULT '[]',
      models_at timestamptz,
      context_window_tokens integer,
      model_family text NOT NULL DEFAULT 'generic',
      spend_cap jsonb,
      disable_topical_classifier boolean NOT NULL DEFAULT false,
      roles text[] NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      version integer NOT NULL DEFAULT 1
    );
    CREATE UNIQUE INDEX connection_by_label ON platform.connection (lower(label));

    CREATE TABLE platform.scope_default (
      scope text PRIMARY KEY,
      connection_id uuid NOT NULL REFERENCES platform.connection (id) ON DELETE RESTRICT,
      model text NOT NULL
    );
    CREATE INDEX scope_default_by_connection ON platform.scope_default (connection_id);

    -- Prices and context windows by normalised model name.
    CREATE TABLE platform.model_catalogue (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      models jsonb NOT NULL,
      fetched_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );

    -- Every call of a model. It outlives the connection and the conversation, so it refers to neither.
    CREATE TABLE platform.spend (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      connection_id uuid NOT NULL,
      connection_label text NOT NULL,
      driver text NOT NULL,
      model text NOT NULL,
      principal_kind text NOT NULL,
      principal_id text NOT NULL,
      principal_name text NOT NULL,
      scope text NOT NULL,
      purpose text NOT NULL,
      conversation_id uuid,
      turn_id uuid,
      state text NOT NULL DEFAULT 'reserved' CHECK (state IN ('reserved', 'settled', 'abandoned')),
      reserved_tokens bigint NOT NULL,
      -- Null where no price is known.
      reserved_usd numeric,
      input_tokens bigint,
      cache_read_tokens bigint,
      cache_write_tokens bigint,
      output_tokens bigint,
      reasoning_tokens bigint,
      cost_usd numeric,
      settled_at timestamptz,
      -- What a cap counts: what was used once that is known, until then what was set aside.
      counted_tokens bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN state = 'settled'
        THEN coalesce(input_tokens, 0) + coalesce(cache_read_tokens, 0) + coalesce(cache_write_tokens, 0)
          + coalesce(output_tokens, 0)
        ELSE reserved_tokens END) STORED,
      counted_usd numeric NOT NULL GENERATED ALWAYS AS (CASE WHEN state = 'settled' THEN coalesce(cost_usd, 0)
        ELSE coalesce(reserved_usd, 0) END) STORED
    );
    CREATE INDEX spend_by_connection ON platform.spend (connection_id, at);
    CREATE INDEX spend_open ON platform.spend (connection_id, at) WHERE state = 'reserved';
    CREATE INDEX spend_by_at ON platform.spend (at);
    CREATE INDEX spend_by_person ON platform.spend (principal_id);

    -- The same by the hour. A cap over a month would otherwise add up every call of that month before each call: with
    -- 260,000 of them by fifty people 340 ms, by the hour 70 ms on the same machine when it was busier. For each principal
    -- apart, so that turns of different people never wait for one row.
    CREATE TABLE platform.spend_hour (
      connection_id uuid NOT NULL,
      principal_kind text NOT NULL,
      principal_id text NOT NULL,
      hour timestamptz NOT NULL,
      tokens numeric NOT NULL,
      usd numeric NOT NULL,
      PRIMARY KEY (connection_id, principal_kind, principal_id, hour)
    );
    CREATE INDEX spend_hour_by_connection ON platform.spend_hour (connection_id, hour);
    CREATE FUNCTION platform.count_spend_hour() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO platform.spend_hour AS h (connection_id, principal_kind, principal_id, hour, tokens, usd)
      SELECT d.connection_id, d.principal_kind, d.principal_id, date_trunc('hour', d.at, 'UTC'), sum(d.tokens), sum(d.usd)
      FROM (VALUES
        (NEW.connection_id, NEW.principal_kind, NEW.principal_id, NEW.at, NEW.counted_tokens, NEW.counted_usd),
        (OLD.connection_id, OLD.principal_kind, OLD.principal_id, OLD.at, -OLD.counted_tokens, -OLD.counted_usd)
      ) AS d (connection_id, principal_kind, principal_id, at, tokens, usd)
      WHERE d.at IS NOT NULL GROUP BY 1, 2, 3, 4 HAVING sum(d.tokens) <> 0 OR sum(d.usd) <> 0
      ON CONFLICT (connection_id, principal_kind, principal_id, hour)
        DO UPDATE SET tokens = h.tokens + EXCLUDED.tokens, usd = h.usd + EXCLUDED.usd;
      RETURN NULL;
    END $$;
    CREATE TRIGGER count_hour AFTER INSERT OR UPDATE OR DELETE ON platform.spend
      FOR EACH ROW EXECUTE FUNCTION platform.count_spend_hour();

    CREATE FUNCTION platform.spend_fits(cap jsonb, tokens numeric, usd numeric, need_tokens numeric, need_usd numeric)
    RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(tokens < (cap->>'tokenBudget')::numeric AND tokens + need_tokens <= (cap->>'tokenBudget')::numeric, true)
        AND coalesce(usd < (cap->>'usdBudget')::numeric AND usd + need_usd <= (cap->>'usdBudget')::numeric, true)
    $$;

    -- Who reserves under a cap waits for the others under it.
    CREATE FUNCTION platform.lock_spend(entry jsonb, cap jsonb) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF jsonb_typeof(cap) = 'object' THEN
        PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'spend', entry->>'connection_id',
          CASE WHEN cap->>'per' = 'principal' THEN entry->>'principal_kind' END,
          CASE WHEN cap->>'per' = 'principal' THEN entry->>'principal_id' END), 0));
      END IF;
    END $$;

    -- Sets aside what a call may come to, or answers without spend_id when the cap leaves no room for it: how much is
    -- used, and when enough of that is out of the window (null: never, the call is larger than the cap). Callers take
    -- turns for each holder of a cap, and what is read after the lock is as new as the lock; so it must not run in a
    -- transaction that keeps one snapshot. Calls count from when they began, those that still run at any age.
    CREATE FUNCTION platform.reserve_spend(entry jsonb, cap jsonb)
    RETURNS TABLE (spend_id uuid, used_tokens bigint, used_usd numeric, wait_seconds integer)
    LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
    DECLARE
      holder uuid := (entry->>'connection_id')::uuid;
      kind text := CASE WHEN cap->>'per' = 'principal' THEN entry->>'principal_kind' END;
      person text := CASE WHEN cap->>'per' = 'principal' THEN entry->>'principal_id' END;
      frame interval := make_interval(mins => (cap->>'windowMinutes')::integer);
      need_tokens bigint := coalesce((entry->>'reserved_tokens')::bigint, 0);
      need_usd numeric := coalesce((entry->>'reserved_usd')::numeric, 0);
      instant timestamptz;
      since timestamptz;
      -- Where whole hours begin: what is before, back to the beginning of the window, is added up call by call.
      whole timestamptz;
      left_tokens numeric;
      left_usd numeric;
      leaves timestamptz;
      piece record;
    BEGIN
      IF cap IS NOT NULL AND jsonb_typeof(cap) = 'object' THEN
        PERFORM platform.lock_spend(entry, cap);
        instant := clock_timestamp();
        since := instant - frame;
        whole := date_trunc('hour', since, 'UTC') + interval '1 hour';
        SELECT coalesce(sum(s.tokens), 0), coalesce(sum(s.usd), 0) INTO used_tokens, used_usd FROM (
          SELECT h.tokens, h.usd FROM platform.spend_hour h
            WHERE h.connection_id = holder AND h.hour >= whole
              AND (person IS NULL OR (h.principal_kind = kind AND h.principal_id = person))
          UNION ALL
          SELECT e.counted_tokens, e.counted_usd FROM platform.spend e
            WHERE e.connection_id = holder AND e.at > since AND e.at < whole
              AND (person IS NULL OR (e.principal_kind = kind AND e.principal_id = person))
          UNION ALL
          SELECT o.counted_tokens, o.counted_usd FROM platform.spend o
            WHERE o.connection_id = holder AND o.state = 'reserved' AND o.at <= since
              AND (person IS NULL OR (o.principal_kind = kind AND o.principal_id = person))) s;
        IF NOT platform.spend_fits(cap, used_tokens, used_usd, need_tokens, need_usd) THEN
          left_tokens := used_tokens;
          left_usd := used_usd;
          -- From the oldest on, hour by hour; of the hour that makes the difference, call by call.
          <<hours>>
          FOR piece IN
            SELECT * FROM (
              SELECT e.at AS from_at, e.at AS to_at, e.counted_tokens AS tokens, e.counted_usd AS usd FROM platform.spend e
                WHERE e.connection_id = holder AND e.at < whole AND (e.at > since OR e.state = 'reserved')
                  AND (person IS NULL OR (e.principal_kind = kind AND e.principal_id = person))
              UNION ALL
              SELECT h.hour, h.hour + interval '1 hour', sum(h.tokens), sum(h.usd) FROM platform.spend_hour h
                WHERE h.connection_id = holder AND h.hour >= whole
                  AND (person IS NULL OR (h.principal_kind = kind AND h.principal_id = person))
                GROUP BY h.hour) p ORDER BY p.from_at
          LOOP
            IF NOT platform.spend_fits(cap, left_tokens - piece.tokens, left_usd - piece.usd, need_tokens, need_usd) THEN
              left_tokens := left_tokens - piece.tokens;
              left_usd := left_usd - piece.usd;
              CONTINUE;
            END IF;
            leaves := piece.from_at;
            EXIT WHEN piece.from_at = piece.to_at;
            FOR piece IN
              SELECT e.at, e.counted_tokens AS tokens, e.counted_usd AS usd FROM platform.spend e
                WHERE e.connection_id = holder AND e.at >= piece.from_at AND e.at < piece.to_at
                  AND (person IS NULL OR (e.principal_kind = kind AND e.principal_id = person)) ORDER BY e.at
            LOOP
              left_tokens := left_tokens - piece.tokens;
              left_usd := left_usd - piece.usd;
              leaves := piece.at;
              EXIT hours WHEN platform.spend_fits(cap, left_tokens, left_usd, need_tokens, need_usd);
            END LOOP;
            EXIT;
          END LOOP;
          IF leaves IS NOT NULL THEN
            -- A call that runs for longer than the window may end any moment.
            wait_seconds := greatest(1, ceil(extract(epoch FROM leaves + frame - instant)))::integer;
          END IF;
          RETURN NEXT;
          RETURN;
        END IF;
      END IF;
      INSERT INTO platform.spend (connection_id, connection_label, driver, model, principal_kind, principal_id,
        principal_name, scope, purpose, conversation_id, turn_id, reserved_tokens, reserved_usd)
      SELECT r.connection_id, r.connection_label, r.driver, r.model, r.principal_kind, r.principal_id, r.principal_name,
        r.scope, r.purpose, r.conversation_id, r.turn_id, need_tokens, r.reserved_usd
      FROM jsonb_populate_record(NULL::platform.spend, entry) r
      RETURNING platform.spend.id INTO spend_id;
      RETURN NEXT;
    END $$;

    -- The end of one call and the reservation of the next, in the order that lets an end stop the next. The cap's lock comes
    -- first, as for those who only reserve: behind the rows of an end it would wait for those who wait for these rows.
    CREATE FUNCTION platform.settle_and_reserve(ended jsonb, entry jsonb, cap jsonb)
    RETURNS TABLE (spend_id uuid, used_tokens bigint, used_usd numeric, wait_seconds integer)
    LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM platform.lock_spend(entry, cap);
      UPDATE platform.spend s SET state = 'settled', settled_at = clock_timestamp(), input_tokens = e.input_tokens,
        cache_read_tokens = e.cache_read_tokens, cache_write_tokens = e.cache_write_tokens,
        output_tokens = e.output_tokens, reasoning_tokens = e.reasoning_tokens, cost_usd = e.cost_usd
      FROM jsonb_populate_record(NULL::platform.spend, ended) e WHERE s.id = e.id AND s.state <> 'settled';
      RETURN QUERY SELECT * FROM platform.reserve_spend(entry, cap);
    END $$;
  `,
}
