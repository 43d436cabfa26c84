export default {
  name: "0001-create-incidents",
  sql: /* sql */ `
    CREATE TABLE incident.incident (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      title text NOT NULL,
      description text NOT NULL DEFAULT '',
      severity text NOT NULL CHECK (severity IN ('minor', 'major', 'critical')),
      status text NOT NULL CHECK (status IN ('investigating', 'identified', 'fixing', 'monitoring', 'resolved')),
      health_override text NOT NULL DEFAULT 'none' CHECK (health_override IN ('none', 'degraded', 'unhealthy')),
      suppress_notifications boolean NOT NULL DEFAULT false,
      postmortem text NOT NULL DEFAULT '',
      -- Also applications and the platform, which have no row among the people.
      opened_by_id text NOT NULL,
      opened_by_name text NOT NULL,
      opened_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      resolved_at timestamptz,
      version integer NOT NULL DEFAULT 1,
      sample boolean NOT NULL DEFAULT false,
      severity_rank integer NOT NULL GENERATED ALWAYS AS
        (CASE severity WHEN 'critical' THEN 3 WHEN 'major' THEN 2 ELSE 1 END) STORED,
      -- Open before resolved, then by opening, as one number: paging compares a single column.
      open_rank bigint NOT NULL GENERATED ALWAYS AS
        (CASE status WHEN 'resolved' THEN 0 ELSE 1000000000000000000 END
         + (extract(epoch FROM (opened_at - timestamptz '2000-01-01 00:00:00+00')) * 1000000)::bigint) STORED,
      CHECK ((status = 'resolved') = (resolved_at IS NOT NULL))
    );
    CREATE INDEX incident_by_open_rank ON incident.incident (open_rank, id);
    CREATE INDEX incident_by_opened_at ON incident.incident (opened_at, id);
    CREATE INDEX incident_by_updated_at ON incident.incident (updated_at, id);
    CREATE INDEX incident_by_severity ON incident.incident (severity_rank, id);
    CREATE INDEX incident_by_title ON incident.incident (lower(title), id);
    CREATE INDEX incident_by_opened_by ON incident.incident (opened_by_id);
    CREATE INDEX incident_sample ON incident.incident (id) WHERE sample;

    CREATE TABLE incident.incident_system (
      incident_id uuid NOT NULL REFERENCES incident.incident ON DELETE CASCADE,
      system_id uuid NOT NULL,
      PRIMARY KEY (incident_id, system_id)
    );
    CREATE INDEX incident_system_by_system ON incident.incident_system (system_id, incident_id);

    CREATE TABLE incident.incident_update (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      incident_id uuid NOT NULL REFERENCES incident.incident ON DELETE CASCADE,
      message text NOT NULL,
      status text CHECK (status IN ('investigating', 'identified', 'fixing', 'monitoring', 'resolved')),
      visibility text NOT NULL CHECK (visibility IN ('public', 'signedIn', 'internal')),
      author_id text NOT NULL,
      author_name text NOT NULL,
      at timestamptz NOT NULL,
      edited_at timestamptz,
      version integer NOT NULL DEFAULT 1
    );
    CREATE INDEX incident_update_by_time ON incident.incident_update (incident_id, at, id);
    CREATE INDEX incident_update_by_author ON incident.incident_update (author_id);

    CREATE TABLE incident.incident_link (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      incident_id uuid NOT NULL REFERENCES incident.incident ON DELETE CASCADE,
      label text NOT NULL,
      url text NOT NULL CHECK (url ~* '^https?://'),
      added_by_id text NOT NULL,
      added_by_name text NOT NULL,
      at timestamptz NOT NULL
    );
    CREATE INDEX incident_link_by_incident ON incident.incident_link (incident_id, at, id);
    CREATE INDEX incident_link_by_author ON incident.incident_link (added_by_id);

    CREATE TABLE incident.incident_revision (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      incident_id uuid NOT NULL REFERENCES incident.incident ON DELETE CASCADE,
      -- Null for the incident's own fields and for updates that are gone: earlier texts go with their update.
      update_id uuid REFERENCES incident.incident_update ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('incidentEdited', 'updateEdited', 'updateDeleted')),
      -- The narrower of before and after: a text that was internal once stays so, whatever its update is now.
      visibility text NOT NULL CHECK (visibility IN ('public', 'signedIn', 'internal')),
      author_id text NOT NULL,
      author_name text NOT NULL,
      at timestamptz NOT NULL,
      -- { field: { before, after } }; systems as lists of ids.
      changes jsonb NOT NULL
    );
    CREATE INDEX incident_revision_by_time ON incident.incident_revision (incident_id, at, id);
    CREATE INDEX incident_revision_by_author ON incident.incident_revision (author_id);
  `,
}
