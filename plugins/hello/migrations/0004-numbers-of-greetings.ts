export default {
  name: "0004-numbers-of-greetings",
  sql: /* sql */ `
    ALTER TABLE hello.greeting ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY UNIQUE;
  `,
}
