export default {
  name: "0087-write-probe",
  sql: /* sql */ `
    -- Always empty: making it anew, and undoing that, shows whether there is room on the disk.
    CREATE TABLE platform.write_probe (filler text NOT NULL);
  `,
}
