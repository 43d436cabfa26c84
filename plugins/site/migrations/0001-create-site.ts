export default {
  name: "0001-create-site",
  sql: /* sql */ `
    -- One row for each site. Whoever changes a site holds it, so its commands are numbered in the order of their commits.
    CREATE TABLE site.site (
      id text PRIMARY KEY,
      sequence bigint NOT NULL DEFAULT 0,
      tabs integer NOT NULL DEFAULT 0
    );
    INSERT INTO site.site (id) VALUES ('site');

    -- Names stand here and not in the log, which is never changed: a departed person's name can go.
    CREATE TABLE site.author (
      site_id text NOT NULL REFERENCES site.site,
      id text NOT NULL,
      name text NOT NULL,
      PRIMARY KEY (site_id, id)
    );

    CREATE TABLE site.tab (
      site_id text NOT NULL REFERENCES site.site,
      prefix text NOT NULL,
      author_id text NOT NULL,
      at timestamptz NOT NULL DEFAULT platform.now(),
      PRIMARY KEY (site_id, prefix)
    );
    CREATE TRIGGER append_only BEFORE UPDATE ON site.tab FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();

    -- Commands are text: jsonb would put the keys of an object into another order, and attributes have one.
    CREATE TABLE site.command (
      site_id text NOT NULL REFERENCES site.site,
      sequence bigint NOT NULL,
      -- Tells this row from another of the same number, which a backup that was put back may bring.
      mark uuid NOT NULL DEFAULT gen_random_uuid(),
      tab text,
      counter bigint,
      author_id text NOT NULL,
      at timestamptz NOT NULL DEFAULT platform.now(),
      commands text NOT NULL,
      inverse text NOT NULL,
      notes text NOT NULL,
      CHECK ((tab IS NULL) = (counter IS NULL)),
      PRIMARY KEY (site_id, sequence)
    );
    CREATE UNIQUE INDEX command_by_tab ON site.command (site_id, tab, counter);
    CREATE TRIGGER append_only BEFORE UPDATE ON site.command FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();

    CREATE TABLE site.command_part (
      site_id text NOT NULL,
      part text NOT NULL,
      sequence bigint NOT NULL,
      PRIMARY KEY (site_id, part, sequence),
      FOREIGN KEY (site_id, sequence) REFERENCES site.command
    );

    -- A batch that was refused stays refused, however often it is sent.
    CREATE TABLE site.refusal (
      site_id text NOT NULL REFERENCES site.site,
      tab text NOT NULL,
      counter bigint NOT NULL,
      reason text NOT NULL,
      at timestamptz NOT NULL DEFAULT platform.now(),
      PRIMARY KEY (site_id, tab, counter)
    );

    -- A document, or the stylesheets. One that was deleted keeps its row: it can come back.
    CREATE TABLE site.part (
      site_id text NOT NULL REFERENCES site.site,
      key text NOT NULL,
      type text,
      document_id text,
      title text,
      present boolean NOT NULL,
      sequence bigint NOT NULL,
      unsaved integer NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT platform.now(),
      PRIMARY KEY (site_id, key)
    );
    CREATE INDEX part_by_type ON site.part (site_id, type, document_id) WHERE present;

    CREATE TABLE site.snapshot (
      site_id text NOT NULL REFERENCES site.site,
      part text NOT NULL,
      sequence bigint NOT NULL,
      content bytea NOT NULL,
      PRIMARY KEY (site_id, part, sequence)
    );
  `,
}
