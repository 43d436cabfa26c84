export default {
  name: "0001-create-greeting",
  sql: /* sql */ `
    CREATE TABLE hello.greeting (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      "to" text NOT NULL,
      "from" text NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX greeting_by_time ON hello.greeting (at DESC);
  `,
}
