export default {
  name: "0093-schedule",
  sql: /* sql */ `
    -- The last slot of each scheduled job that was handed out. Raising it decides which server hands out the next one.
    CREATE TABLE platform.schedule (
      job text PRIMARY KEY,
      last_slot timestamptz NOT NULL
    );`,
}
