export default {
  name: "0083-bound-seals",
  sql: /* sql */ `
    -- Once every sealed value is bound to its row and column, values of the form before are never opened again.
    CREATE TABLE platform.sealing (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      bound_at timestamptz
    );
    INSERT INTO platform.sealing DEFAULT VALUES;
  `,
}
