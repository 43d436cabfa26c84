export default {
  name: "0088-access-fence",
  sql: /* sql */ `
    -- Holds no rows: it is there to be locked. Whoever carries out what was signed, and whoever takes rights away, meet
    -- here, so that nothing is applied on a right whose end has been answered (see access/fence.ts).
    CREATE TABLE platform.access_fence (
      singleton boolean PRIMARY KEY CHECK (singleton)
    );
  `,
}
