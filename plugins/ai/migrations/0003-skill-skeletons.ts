export default {
  name: "0003-skill-skeletons",
  sql: /* sql */ `
    -- Equal for titles that look alike; see the platform's 0097-name-skeletons.
    ALTER TABLE ai.skill ADD COLUMN name_skeleton text COLLATE "C" GENERATED ALWAYS AS (platform.skeleton(title)) STORED;
    CREATE INDEX skill_by_skeleton ON ai.skill (name_skeleton);
  `,
}
