export default {
  name: "0003-create-sample",
  sql: /* sql */ `
    -- What the sample catalog added, so that removing it removes exactly that.
    CREATE TABLE catalog.sample_thing (
      kind text NOT NULL CHECK (kind IN ('system', 'group', 'environment')),
      id uuid NOT NULL,
      PRIMARY KEY (kind, id)
    );
  `,
}
