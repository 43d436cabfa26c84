export default {
  name: "0002-create-status",
  sql: /* sql */ `
    -- What each source says now. A source that withdraws has no row.
    CREATE TABLE catalog.status_report (
      system_id uuid NOT NULL CONSTRAINT status_report_system REFERENCES catalog.system ON DELETE CASCADE,
      source text NOT NULL,
      status text NOT NULL CHECK (status IN ('healthy', 'maintenance', 'degraded', 'unhealthy')),
      reason text NOT NULL DEFAULT '',
      link text,
      since timestamptz NOT NULL,
      PRIMARY KEY (system_id, source)
    );
    -- Each time the worst of the reports became another: the timeline.
    CREATE TABLE catalog.status_change (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      system_id uuid NOT NULL CONSTRAINT status_change_system REFERENCES catalog.system ON DELETE CASCADE,
      at timestamptz NOT NULL,
      status text CHECK (status IN ('healthy', 'maintenance', 'degraded', 'unhealthy')),
      source text NOT NULL,
      reason text NOT NULL DEFAULT '',
      link text
    );
    CREATE INDEX status_change_by_system ON catalog.status_change (system_id, at, id);
  `,
}
