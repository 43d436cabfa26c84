export default {
  name: "0050-oauth",
  sql: /* sql */ `
    CREATE TABLE platform.oauth_client (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      -- 'document': client_id is the URL of its metadata; 'registered': by itself; 'manual': by an administrator.
      kind text NOT NULL CHECK (kind IN ('document', 'registered', 'manual')),
      client_id text NOT NULL UNIQUE,
      name text NOT NULL,
      redirect_uris text[] NOT NULL,
      -- SHA-256 of its secret, in hex; null for a public client.
      secret_hash text,
      -- Whether it asked for refresh tokens when it described itself.
      refreshes boolean NOT NULL DEFAULT true,
      confirm text NOT NULL DEFAULT 'person' CHECK (confirm IN ('person', 'client')),
      disabled_at timestamptz,
      created_by uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      version integer NOT NULL DEFAULT 1
    );
    CREATE INDEX oauth_client_by_name ON platform.oauth_client (lower(name), id);
    CREATE INDEX oauth_client_by_created ON platform.oauth_client (created_at, id);

    -- Metadata documents that were fetched, for as long as their server said they keep.
    CREATE TABLE platform.oauth_client_document (
      url text PRIMARY KEY,
      document jsonb NOT NULL,
      fetched_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX oauth_client_document_by_fetched ON platform.oauth_client_document (fetched_at);

    -- One consent of one person. Tokens and codes belong to it and end with it.
    CREATE TABLE platform.oauth_grant (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      client_id uuid NOT NULL REFERENCES platform.oauth_client ON DELETE CASCADE,
      person_id uuid NOT NULL REFERENCES platform.person ON DELETE CASCADE,
      -- As granted: rule ids and bundles.
      scopes text[] NOT NULL,
      resource text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz,
      expires_at timestamptz NOT NULL,
      revoked_at timestamptz
    );
    CREATE INDEX oauth_grant_by_client ON platform.oauth_grant (client_id);
    CREATE INDEX oauth_grant_by_person ON platform.oauth_grant (person_id);
    CREATE INDEX oauth_grant_by_created ON platform.oauth_grant (created_at, id);
    CREATE INDEX oauth_grant_by_use ON platform.oauth_grant (coalesce(last_used_at, '-infinity'), id);

    -- Kept after its use, so that a second use is noticed.
    CREATE TABLE platform.oauth_code (
      hash text PRIMARY KEY,
      grant_id uuid NOT NULL REFERENCES platform.oauth_grant ON DELETE CASCADE,
      redirect_uri text NOT NULL,
      challenge text NOT NULL,
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );
    CREATE INDEX oauth_code_by_grant ON platform.oauth_code (grant_id);

    CREATE TABLE platform.oauth_token (
      hash text PRIMARY KEY,
      grant_id uuid NOT NULL REFERENCES platform.oauth_grant ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
      -- Fewer than the grant's, where the client asked for fewer; else null.
      scopes text[],
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      -- A refresh token that was exchanged: whoever comes with it again has a copy.
      used_at timestamptz
    );
    CREATE INDEX oauth_token_by_grant ON platform.oauth_token (grant_id);
    CREATE INDEX oauth_token_by_expiry ON platform.oauth_token (expires_at);

    -- Whether an application may itself confirm what its tools propose.
    ALTER TABLE platform.application ADD COLUMN confirm text NOT NULL DEFAULT 'person'
      CHECK (confirm IN ('person', 'client'));
  `,
}
