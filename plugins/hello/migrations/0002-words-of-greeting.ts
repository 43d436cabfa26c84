export default {
  name: "0002-words-of-greeting",
  sql: /* sql */ `
    ALTER TABLE hello.greeting ADD COLUMN words text NOT NULL DEFAULT '';
    UPDATE hello.greeting SET words = 'Hello, ' || "to" || '.';
  `,
}
