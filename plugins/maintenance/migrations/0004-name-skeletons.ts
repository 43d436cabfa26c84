export default {
  name: "0004-name-skeletons",
  sql: /* sql */ `
    -- Equal for names that look alike; see the platform's 0097-name-skeletons.
    ALTER TABLE maintenance."window" ADD COLUMN name_skeleton text COLLATE "C" GENERATED ALWAYS AS (platform.skeleton(title)) STORED;
    CREATE INDEX window_by_skeleton ON maintenance."window" (name_skeleton);
  `,
}
