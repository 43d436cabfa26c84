export default {
  name: "0002-name-skeletons",
  sql: /* sql */ `
    -- Equal for names that look alike; see the platform's 0097-name-skeletons.
    ALTER TABLE healthcheck."check" ADD COLUMN name_skeleton text COLLATE "C" GENERATED ALWAYS AS (platform.skeleton(name)) STORED;
    CREATE INDEX check_by_skeleton ON healthcheck."check" (name_skeleton);
  `,
}
