export default {
  name: "0004-create-publications",
  sql: /* sql */ `
    -- Which systems everybody sees, and as what.
    CREATE TABLE site.public_name (
      site_id text NOT NULL REFERENCES site.site,
      system_id uuid NOT NULL,
      name text NOT NULL,
      heading text,
      PRIMARY KEY (site_id, system_id)
    );

    -- What everybody may know of things that others keep: a copy, so that a visit reads nothing else.
    CREATE TABLE site.public_row (
      site_id text NOT NULL REFERENCES site.site,
      source text NOT NULL,
      id text NOT NULL,
      fields jsonb NOT NULL,
      -- The systems it is about: it is shown while one of them has a public name.
      system_ids uuid[] NOT NULL,
      PRIMARY KEY (site_id, source, id)
    );
    CREATE TABLE site.public_change (
      site_id text NOT NULL REFERENCES site.site,
      at timestamptz NOT NULL DEFAULT platform.now(),
      source text NOT NULL,
      id text NOT NULL,
      fields jsonb
    );
    CREATE INDEX public_change_by_time ON site.public_change (at);
    CREATE TRIGGER append_only BEFORE UPDATE ON site.public_change FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();

    -- A version of the site: which documents it has, as they were at which sequence. Rows of others are always those of today.
    CREATE TABLE site.publication (
      site_id text NOT NULL REFERENCES site.site,
      number integer NOT NULL,
      at timestamptz NOT NULL DEFAULT platform.now(),
      author_id text NOT NULL,
      -- The version that it brought back; null where it brought something new.
      restores integer,
      sequence bigint NOT NULL,
      -- Sequence of the styles, scripts and the like; addresses and settings are a file.
      styles_sequence bigint NOT NULL,
      facts text NOT NULL REFERENCES site.file,
      changed text[] NOT NULL,
      PRIMARY KEY (site_id, number)
    );
    CREATE TRIGGER append_only BEFORE UPDATE ON site.publication FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();

    -- From which version to which a document was published as it was at a sequence.
    CREATE TABLE site.published_document (
      site_id text NOT NULL,
      key text NOT NULL,
      sequence bigint NOT NULL,
      first integer NOT NULL,
      -- The version that no longer had it; null: it is published now.
      ended integer,
      PRIMARY KEY (site_id, key, first)
    );

    -- The pointer that visits follow: servers look at it, and read addresses again when it moved.
    CREATE TABLE site.published (
      site_id text PRIMARY KEY REFERENCES site.site,
      publication integer NOT NULL DEFAULT 0,
      revision bigint NOT NULL DEFAULT 0
    );
    INSERT INTO site.published (site_id) VALUES ('site');

    -- What is at which address now.
    CREATE TABLE site.address (
      site_id text NOT NULL REFERENCES site.site,
      path text NOT NULL,
      status integer NOT NULL,
      file text REFERENCES site.file,
      location text,
      policy text,
      -- Whose address it is, and what it was made of besides documents and rows.
      owner text NOT NULL,
      made_of text NOT NULL,
      PRIMARY KEY (site_id, path)
    );
    CREATE INDEX address_by_owner ON site.address (site_id, owner);
    CREATE INDEX address_by_file ON site.address (file);
    -- What those addresses rest on.
    CREATE TABLE site.rests_on_document (
      site_id text NOT NULL,
      owner text NOT NULL,
      key text NOT NULL,
      PRIMARY KEY (site_id, key, owner)
    );
    CREATE INDEX rests_on_document_by_owner ON site.rests_on_document (site_id, owner);
    CREATE TABLE site.rests_on_query (
      site_id text NOT NULL,
      owner text NOT NULL,
      source text NOT NULL,
      query text NOT NULL,
      -- Of the rows that it gave.
      answer text NOT NULL,
      PRIMARY KEY (site_id, owner, query)
    );
    CREATE INDEX rests_on_query_by_source ON site.rests_on_query (site_id, source);

    CREATE TABLE site.preview (
      site_id text NOT NULL REFERENCES site.site,
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      token_hash text NOT NULL UNIQUE,
      sequence bigint NOT NULL,
      author_id text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT platform.now(),
      expires_at timestamptz NOT NULL,
      revoked_at timestamptz,
      PRIMARY KEY (site_id, id)
    );
  `,
}
