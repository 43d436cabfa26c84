export default {
  name: "0010-what-stayed",
  sql: /* sql */ `
    -- How many things of a turn stayed when it was taken back, because others had changed them since or they are signed.
    ALTER TABLE site.taken_back ADD COLUMN stayed integer NOT NULL DEFAULT 0;
  `,
}
