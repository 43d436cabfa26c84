export default {
  name: "0003-greetings-fade",
  sql: /* sql */ `
    ALTER TABLE hello.greeting
      ADD COLUMN next_at timestamptz DEFAULT platform.now() + interval '30 days',
      ADD COLUMN lease uuid,
      ADD COLUMN lease_until timestamptz;
    CREATE INDEX greeting_by_next ON hello.greeting (next_at);
  `,
}
