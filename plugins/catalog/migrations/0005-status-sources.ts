export default {
  name: "0005-status-sources",
  sql: /* sql */ `
    ALTER TABLE catalog.system DROP CONSTRAINT system_status_check, DROP COLUMN status_rank;
    ALTER TABLE catalog.system ADD CONSTRAINT system_status_check
      CHECK (status IN ('healthy', 'unknown', 'maintenance', 'degraded', 'unhealthy'));
    CREATE FUNCTION catalog.rank_of(status text) RETURNS integer IMMUTABLE PARALLEL SAFE LANGUAGE sql RETURN
      CASE status WHEN 'healthy' THEN 1 WHEN 'unknown' THEN 2 WHEN 'maintenance' THEN 3 WHEN 'degraded' THEN 4
        WHEN 'unhealthy' THEN 5 ELSE 0 END;
    ALTER TABLE catalog.system ADD COLUMN status_rank integer NOT NULL GENERATED ALWAYS AS (catalog.rank_of(status)) STORED;
    CREATE INDEX system_by_status ON catalog.system (status_rank, id);

    ALTER TABLE catalog.status_change DROP CONSTRAINT status_change_status_check;
    ALTER TABLE catalog.status_change ADD CONSTRAINT status_change_status_check
      CHECK (status IN ('healthy', 'unknown', 'maintenance', 'degraded', 'unhealthy'));
    ALTER TABLE catalog.status_report DROP CONSTRAINT status_report_status_check, DROP CONSTRAINT status_report_pkey;
    ALTER TABLE catalog.status_report
      ADD CONSTRAINT status_report_status_check CHECK (status IN ('healthy', 'unknown', 'maintenance', 'degraded', 'unhealthy')),
      ADD COLUMN environment_id uuid CONSTRAINT status_report_environment REFERENCES catalog.environment ON DELETE CASCADE,
      -- Derived from other systems: what is derived further counts the others alone.
      ADD COLUMN inherited boolean NOT NULL DEFAULT false,
      -- Found by a machine, not decided by somebody: maintenance covers it.
      ADD COLUMN measured boolean NOT NULL DEFAULT false;
    CREATE UNIQUE INDEX status_report_by_source ON catalog.status_report (system_id, source, environment_id) NULLS NOT DISTINCT;
    CREATE INDEX status_report_by_environment ON catalog.status_report (environment_id) WHERE environment_id IS NOT NULL;

    -- Reports that people and scripts made belong to whoever made them, as far as that is known.
    CREATE FUNCTION catalog.owned(system_id uuid, source text) RETURNS text LANGUAGE sql AS $owned$
      SELECT CASE WHEN source = 'sample' THEN 'catalog:sample' WHEN source LIKE 'incident:%' THEN source ELSE 'api:' || coalesce(
        (SELECT max(split_part(h.principal, ':', 2)) FROM platform.hand h
          WHERE h.type = 'catalog.status' AND h.id = system_id || ':' || source HAVING count(*) = 1), 'earlier') || ':' || source END
    $owned$;
    UPDATE catalog.status_change SET source = catalog.owned(system_id, source);
    UPDATE catalog.status_report SET source = catalog.owned(system_id, source);
    DROP FUNCTION catalog.owned;

    CREATE TRIGGER append_only BEFORE UPDATE ON catalog.status_change FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();

    -- Counted up by every change of a system's reports: those who change them take turns, and one who looked before
    -- the other's change, in a transaction with one snapshot, is told to begin anew.
    CREATE TABLE catalog.status_turn (
      system_id uuid PRIMARY KEY CONSTRAINT status_turn_system REFERENCES catalog.system ON DELETE CASCADE,
      turn bigint NOT NULL DEFAULT 0
    );

    -- Maintenance covers what machines found, in its environment or, without one, everywhere.
    CREATE VIEW catalog.weighed_report AS
      SELECT r.*, r.measured AND r.status <> 'maintenance' AND EXISTS (
        SELECT FROM catalog.status_report m WHERE m.system_id = r.system_id AND m.status = 'maintenance' AND NOT m.inherited
          AND (m.environment_id IS NULL OR m.environment_id = r.environment_id)) AS covered
      FROM catalog.status_report r;

    -- Makes the worst of the reports that count the status of these systems, and appends to the timeline what became different, never
    -- before the change that is already there. Where no report is left, the one whose end it was is named.
    CREATE FUNCTION catalog.settle(systems uuid[], ended jsonb, at timestamptz) RETURNS jsonb LANGUAGE sql AS $settle$
      WITH worst AS (
        SELECT DISTINCT ON (r.system_id) r.* FROM catalog.weighed_report r WHERE r.system_id = ANY(systems) AND NOT r.covered
        ORDER BY r.system_id, catalog.rank_of(r.status) DESC, r.since, r.source, r.environment_id NULLS FIRST),
      moved AS (
        SELECT s.id, s.status AS before, w.status, greatest(settle.at, s.status_since) AS since, coalesce(w.source, e.source) AS source,
          CASE WHEN w.status IS NULL THEN e.reason ELSE w.reason END AS reason, CASE WHEN w.status IS NULL THEN e.link ELSE w.link END AS link
        FROM catalog.system s LEFT JOIN worst w ON w.system_id = s.id
        LEFT JOIN LATERAL (SELECT e.* FROM jsonb_to_recordset(ended) AS e(system_id uuid, source text, reason text, link text)
          WHERE e.system_id = s.id LIMIT 1) e ON true
        WHERE s.id = ANY(systems) AND s.status IS DISTINCT FROM w.status),
      kept AS (
        UPDATE catalog.system s SET status = m.status, status_since = m.since FROM moved m WHERE s.id = m.id
        RETURNING s.id, s.name, m.before, m.status, m.since, m.source, m.reason, m.link),
      told AS (
        INSERT INTO catalog.status_change (system_id, at, status, source, reason, link)
        SELECT id, since, status, source, coalesce(reason, ''), link FROM kept)
      SELECT coalesce(jsonb_agg(jsonb_build_object('systemId', id, 'name', name, 'before', before, 'after', status,
        'source', source, 'reason', coalesce(reason, '')) ORDER BY id), '[]') FROM kept
    $settle$;

    CREATE TYPE catalog.given_report AS (system_id uuid, environment_id uuid, source text, status text, inherited boolean,
      measured boolean, reason text, link text);

    -- Takes any number of reports in one round trip. What says nothing new writes nothing and waits for nobody; what was said of a
    -- system or an environment that is gone is left out. Answers what each replaced, and which systems' status became another.
    CREATE FUNCTION catalog.report(given jsonb, at timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $report$
    DECLARE
      fresh catalog.given_report[];
      systems uuid[];
      replaced jsonb;
    BEGIN
      SELECT array_agg(g) INTO fresh FROM jsonb_populate_recordset(NULL::catalog.given_report, given) g
        JOIN catalog.system s ON s.id = g.system_id
        LEFT JOIN catalog.status_report r ON r.system_id = g.system_id AND r.source = g.source
          AND r.environment_id IS NOT DISTINCT FROM g.environment_id
        WHERE CASE WHEN g.status IS NULL THEN r.system_id IS NOT NULL
          ELSE (r.status, r.inherited, r.measured, r.reason, r.link) IS DISTINCT FROM (g.status, g.inherited, g.measured, g.reason, g.link)
            AND (g.environment_id IS NULL OR EXISTS (SELECT FROM catalog.system_environment m
              WHERE m.system_id = g.system_id AND m.environment_id = g.environment_id)) END;
      IF fresh IS NULL THEN RETURN '{"replaced": [], "moved": []}'; END IF;
      systems := ARRAY(SELECT DISTINCT g.system_id FROM unnest(fresh) g ORDER BY 1);
      -- In the order of ids: two who report crosswise would wait for each other.
      INSERT INTO catalog.status_turn AS t (system_id) SELECT id FROM unnest(systems) AS id ORDER BY id
        ON CONFLICT (system_id) DO UPDATE SET turn = t.turn + 1;
      SELECT jsonb_agg(jsonb_build_object('systemId', g.system_id, 'name', s.name, 'source', g.source, 'before',
          CASE WHEN r.system_id IS NOT NULL THEN jsonb_build_object('source', r.source, 'environmentId', r.environment_id,
            'status', r.status, 'reason', r.reason, 'link', r.link) END)) INTO replaced
        FROM unnest(fresh) g JOIN catalog.system s ON s.id = g.system_id
        LEFT JOIN catalog.status_report r ON r.system_id = g.system_id AND r.source = g.source
          AND r.environment_id IS NOT DISTINCT FROM g.environment_id;
      DELETE FROM catalog.status_report r USING unnest(fresh) g WHERE g.status IS NULL AND r.system_id = g.system_id
        AND r.source = g.source AND r.environment_id IS NOT DISTINCT FROM g.environment_id;
      INSERT INTO catalog.status_report AS r (system_id, environment_id, source, status, inherited, measured, reason, link, since)
        SELECT g.system_id, g.environment_id, g.source, g.status, g.inherited, g.measured, g.reason, g.link, report.at
        FROM unnest(fresh) g WHERE g.status IS NOT NULL
        ON CONFLICT (system_id, source, environment_id) DO UPDATE SET status = EXCLUDED.status, inherited = EXCLUDED.inherited,
          measured = EXCLUDED.measured, reason = EXCLUDED.reason, link = EXCLUDED.link,
          -- Since when it says so stays while only the reason changes.
          since = CASE WHEN r.status = EXCLUDED.status THEN r.since ELSE EXCLUDED.since END;
      RETURN jsonb_build_object('replaced', replaced, 'moved', catalog.settle(systems, to_jsonb(fresh), report.at));
    END
    $report$;
  `,
}
