export default {
  name: "0010-identity",
  sql: /* sql */ `
    CREATE TABLE platform.person (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      email text NOT NULL UNIQUE CHECK (email = lower(email)),
      email_verified boolean NOT NULL DEFAULT false,
      image text,
      two_factor_enabled boolean NOT NULL DEFAULT false,
      preferences jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      -- Written at most once in a few minutes, by whichever pod serves the person.
      last_seen_at timestamptz,
      last_sign_in_at timestamptz,
      disabled_at timestamptz,
      erased_at timestamptz,
      version integer NOT NULL DEFAULT 1
    );

    CREATE TABLE platform.session (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      person_id uuid NOT NULL REFERENCES platform.person ON DELETE CASCADE,
      -- SHA-256 of the token in the cookie: reading this table signs nobody in.
      token_hash text NOT NULL UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      address text,
      user_agent text
    );
    CREATE INDEX session_by_person ON platform.session (person_id, created_at DESC);
    CREATE INDEX session_by_expiry ON platform.session (expires_at);

    -- One row per way of signing in: 'credential' holds the password's argon2id hash.
    CREATE TABLE platform.account (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      person_id uuid NOT NULL REFERENCES platform.person ON DELETE CASCADE,
      provider_id text NOT NULL,
      account_id text NOT NULL,
      password text,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (provider_id, account_id)
    );
    CREATE INDEX account_by_person ON platform.account (person_id);

    -- Short-lived state between two steps: a second factor asked for, a passkey challenge.
    CREATE TABLE platform.verification (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      identifier text NOT NULL,
      value text NOT NULL,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX verification_by_identifier ON platform.verification (identifier);
    CREATE INDEX verification_by_expiry ON platform.verification (expires_at);

    CREATE TABLE platform.two_factor (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      person_id uuid NOT NULL UNIQUE REFERENCES platform.person ON DELETE CASCADE,
      -- Both are sealed.
      secret text NOT NULL,
      backup_codes text NOT NULL,
      verified boolean NOT NULL DEFAULT false,
      failed_verification_count integer NOT NULL DEFAULT 0,
      locked_until timestamptz,
      -- The 30 s window of the last code that was accepted: a code works once.
      last_step bigint
    );

    CREATE TABLE platform.passkey (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      person_id uuid NOT NULL REFERENCES platform.person ON DELETE CASCADE,
      name text,
      public_key text NOT NULL,
      credential_id text NOT NULL UNIQUE,
      counter bigint NOT NULL,
      device_type text NOT NULL,
      backed_up boolean NOT NULL,
      transports text,
      aaguid text,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX passkey_by_person ON platform.passkey (person_id);

    CREATE TABLE platform.application (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      description text NOT NULL DEFAULT '',
      -- Held directly, besides those of its roles.
      rules text[] NOT NULL DEFAULT '{}',
      disabled_at timestamptz,
      created_by uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      version integer NOT NULL DEFAULT 1
    );
    CREATE UNIQUE INDEX application_by_name ON platform.application (lower(name));

    CREATE TABLE platform.application_key (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      application_id uuid NOT NULL REFERENCES platform.application ON DELETE CASCADE,
      -- How the key begins, to tell it from others.
      prefix text NOT NULL,
      -- SHA-256 of the whole key, in hex.
      hash text NOT NULL UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz,
      expires_at timestamptz,
      revoked_at timestamptz
    );
    CREATE INDEX application_key_by_application ON platform.application_key (application_id);

    -- Written before the check it counts and removed when the check succeeds, so that attempts in parallel count too.
    CREATE TABLE platform.sign_in_attempt (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      -- What was tried: a hash of the email address, or a person's id.
      subject text NOT NULL,
      address text NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX sign_in_attempt_by_subject ON platform.sign_in_attempt (kind, subject, at);
    CREATE INDEX sign_in_attempt_by_address ON platform.sign_in_attempt (kind, address, at);
    CREATE INDEX sign_in_attempt_by_at ON platform.sign_in_attempt (at);

    CREATE TABLE platform.one_time_link (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      kind text NOT NULL CHECK (kind IN ('set-up', 'invitation', 'password-reset')),
      -- SHA-256 of the token, in hex; the token itself is nowhere.
      token_hash text NOT NULL UNIQUE,
      -- Whose password a reset link sets.
      person_id uuid REFERENCES platform.person ON DELETE CASCADE,
      -- Whom an invitation is for, and what they get when they accept it.
      email text CHECK (email = lower(email)),
      name text NOT NULL DEFAULT '',
      role_ids text[] NOT NULL DEFAULT '{}',
      team_ids uuid[] NOT NULL DEFAULT '{}',
      created_by uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );
    CREATE INDEX one_time_link_by_email ON platform.one_time_link (kind, email);
    CREATE INDEX one_time_link_by_person ON platform.one_time_link (person_id);
    CREATE INDEX one_time_link_by_expiry ON platform.one_time_link (expires_at);
  `,
}
