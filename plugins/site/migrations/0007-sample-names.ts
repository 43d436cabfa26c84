export default {
  name: "0007-sample-names",
  sql: /* sql */ `
    -- Given by the sample data, until a person chooses another: it goes when the sample goes.
    ALTER TABLE site.public_name ADD COLUMN sample boolean NOT NULL DEFAULT false;
  `,
}
