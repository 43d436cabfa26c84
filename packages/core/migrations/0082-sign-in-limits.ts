export default {
  name: "0082-sign-in-limits",
  sql: /* sql */ `
    -- Where an attempt is counted: a network, or, where own is true, a browser or session with an allowance of its own.
    ALTER TABLE platform.sign_in_attempt RENAME COLUMN address TO place;
    ALTER TABLE platform.sign_in_attempt ADD COLUMN own boolean NOT NULL DEFAULT false;
    ALTER INDEX platform.sign_in_attempt_by_address RENAME TO sign_in_attempt_by_place;

    -- Browsers that a person has signed in with. Not a credential: it only keeps strangers from using up their allowance.
    CREATE TABLE platform.known_browser (
      person_id uuid NOT NULL REFERENCES platform.person ON DELETE CASCADE,
      -- SHA-256 of the token in the cookie.
      token_hash text NOT NULL,
      used_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (person_id, token_hash)
    );
    CREATE INDEX known_browser_by_token ON platform.known_browser (token_hash);
    CREATE INDEX known_browser_by_use ON platform.known_browser (used_at);
  `,
}
