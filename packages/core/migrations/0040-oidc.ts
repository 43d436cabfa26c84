export default {
  name: "0040-oidc",
  sql: /* sql */ `
    CREATE TABLE platform.oidc_provider (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      issuer text NOT NULL,
      client_id text NOT NULL,
      -- Sealed, never in clear; null for a client that has none.
      client_secret text,
      new_people text NOT NULL DEFAULT 'off' CHECK (new_people IN ('off', 'on')),
      email_domains text[] NOT NULL DEFAULT '{}',
      role_ids text[] NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      version integer NOT NULL DEFAULT 1
    );
    CREATE UNIQUE INDEX oidc_provider_by_name ON platform.oidc_provider (lower(name));

    -- One account at a provider for each person: whoever gets hold of a used address there must not become that person.
    CREATE UNIQUE INDEX account_by_oidc_person ON platform.account (provider_id, person_id) WHERE starts_with(provider_id, 'oidc:');
  `,
}
