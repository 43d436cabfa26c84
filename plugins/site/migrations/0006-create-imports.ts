export default {
  name: "0006-create-imports",
  sql: /* sql */ `
    -- What came with an archive: rows of the log from the first to the last, and files of the library. Taken back as one.
    CREATE TABLE site.import (
      site_id text NOT NULL REFERENCES site.site,
      id integer GENERATED ALWAYS AS IDENTITY,
      at timestamptz NOT NULL DEFAULT platform.now(),
      author_id text NOT NULL,
      first bigint NOT NULL,
      last bigint NOT NULL,
      media text[] NOT NULL,
      undone_at timestamptz,
      PRIMARY KEY (site_id, id)
    );
  `,
}
