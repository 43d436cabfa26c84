export default {
  name: "0009-taken-back",
  sql: /* sql */ `
    -- Which turns were taken back, and by which change: what is taken back already is not taken back again.
    CREATE TABLE site.taken_back (
      site_id text NOT NULL,
      turn text NOT NULL,
      sequence bigint NOT NULL,
      PRIMARY KEY (site_id, turn, sequence),
      FOREIGN KEY (site_id, sequence) REFERENCES site.command
    );
    CREATE TRIGGER append_only BEFORE UPDATE ON site.taken_back FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();
  `,
}
