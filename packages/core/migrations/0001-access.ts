export default {
  name: "0001-access",
  sql: /* sql */ `
    CREATE TABLE platform.role (
      id text PRIMARY KEY,
      name text NOT NULL,
      description text NOT NULL DEFAULT '',
      built_in boolean NOT NULL DEFAULT false,
      version integer NOT NULL DEFAULT 1
    );
    CREATE TABLE platform.role_rule (
      role_id text NOT NULL REFERENCES platform.role ON DELETE CASCADE,
      rule_id text NOT NULL,
      PRIMARY KEY (role_id, rule_id)
    );
    -- Rules that were offered to the built-in roles once: an administrator's edits are not undone by a restart.
    CREATE TABLE platform.rule_seen (
      rule_id text PRIMARY KEY
    );
    -- Roles of people and of applications; the holder's own table is named by kind.
    CREATE TABLE platform.role_holder (
      holder_kind text NOT NULL CHECK (holder_kind IN ('user', 'application')),
      holder_id uuid NOT NULL,
      role_id text NOT NULL REFERENCES platform.role ON DELETE CASCADE,
      PRIMARY KEY (holder_kind, holder_id, role_id)
    );
    CREATE INDEX role_holder_by_role ON platform.role_holder (role_id);

    CREATE TABLE platform.team (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      description text NOT NULL DEFAULT '',
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX team_by_name ON platform.team (lower(name));
    CREATE TABLE platform.team_member (
      team_id uuid NOT NULL REFERENCES platform.team ON DELETE CASCADE,
      holder_kind text NOT NULL CHECK (holder_kind IN ('user', 'application')),
      holder_id uuid NOT NULL,
      PRIMARY KEY (team_id, holder_kind, holder_id)
    );
    CREATE INDEX team_member_by_holder ON platform.team_member (holder_kind, holder_id);
    CREATE TABLE platform.team_grant (
      team_id uuid NOT NULL REFERENCES platform.team ON DELETE CASCADE,
      resource text NOT NULL,
      thing_id text NOT NULL,
      level text NOT NULL CHECK (level IN ('viewer', 'editor', 'owner')),
      PRIMARY KEY (resource, thing_id, team_id)
    );
    CREATE INDEX team_grant_by_team ON platform.team_grant (team_id, resource);
    CREATE TABLE platform.private_thing (
      resource text NOT NULL,
      thing_id text NOT NULL,
      PRIMARY KEY (resource, thing_id)
    );
  `,
}
