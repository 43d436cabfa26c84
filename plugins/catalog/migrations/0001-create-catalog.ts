export default {
  name: "0001-create-catalog",
  sql: /* sql */ `
    CREATE TABLE catalog.system (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      -- Names are unique and sort whatever their case; "C" sorts alike on every server.
      name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
      description text NOT NULL DEFAULT '',
      owner_team_id uuid REFERENCES platform.team ON DELETE SET NULL,
      contacts jsonb NOT NULL DEFAULT '[]',
      links jsonb NOT NULL DEFAULT '[]',
      tags text[] NOT NULL DEFAULT '{}',
      metadata jsonb NOT NULL DEFAULT '{}',
      -- The worst of catalog.status_report, kept here to sort and count by. Null: nobody reported.
      status text CHECK (status IN ('healthy', 'maintenance', 'degraded', 'unhealthy')),
      status_rank integer NOT NULL GENERATED ALWAYS AS (
        CASE status WHEN 'healthy' THEN 1 WHEN 'maintenance' THEN 2 WHEN 'degraded' THEN 3 WHEN 'unhealthy' THEN 4 ELSE 0 END
      ) STORED,
      status_since timestamptz,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    );
    CREATE UNIQUE INDEX system_by_name ON catalog.system (name_key);
    -- One per sortable column, with the id that breaks ties: page 100 then costs what page 1 costs.
    CREATE INDEX system_by_name_and_id ON catalog.system (name_key, id);
    CREATE INDEX system_by_updated_at ON catalog.system (updated_at, id);
    CREATE INDEX system_by_created_at ON catalog.system (created_at, id);
    CREATE INDEX system_by_status ON catalog.system (status_rank, id);
    CREATE INDEX system_by_owner ON catalog.system (owner_team_id) WHERE owner_team_id IS NOT NULL;
    CREATE INDEX system_by_tag ON catalog.system USING gin (tags);

    CREATE TABLE catalog.system_group (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
      description text NOT NULL DEFAULT '',
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    );
    CREATE UNIQUE INDEX system_group_by_name ON catalog.system_group (name_key);
    CREATE TABLE catalog.group_member (
      group_id uuid NOT NULL CONSTRAINT group_member_group REFERENCES catalog.system_group ON DELETE CASCADE,
      system_id uuid NOT NULL CONSTRAINT group_member_system REFERENCES catalog.system ON DELETE CASCADE,
      PRIMARY KEY (group_id, system_id)
    );
    CREATE INDEX group_member_by_system ON catalog.group_member (system_id, group_id);

    CREATE TABLE catalog.environment (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
      description text NOT NULL DEFAULT '',
      fields jsonb NOT NULL DEFAULT '{}',
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    );
    CREATE UNIQUE INDEX environment_by_name ON catalog.environment (name_key);
    CREATE TABLE catalog.system_environment (
      environment_id uuid NOT NULL CONSTRAINT system_environment_environment REFERENCES catalog.environment ON DELETE CASCADE,
      system_id uuid NOT NULL CONSTRAINT system_environment_system REFERENCES catalog.system ON DELETE CASCADE,
      PRIMARY KEY (environment_id, system_id)
    );
    CREATE INDEX system_environment_by_system ON catalog.system_environment (system_id, environment_id);
  `,
}
