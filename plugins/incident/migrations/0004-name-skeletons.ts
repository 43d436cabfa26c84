export default {
  name: "0004-name-skeletons",
  sql: /* sql */ `
    -- Equal for names that look alike; see the platform's 0097-name-skeletons.
    ALTER TABLE incident.incident ADD COLUMN name_skeleton text COLLATE "C" GENERATED ALWAYS AS (platform.skeleton(title)) STORED;
    CREATE INDEX incident_by_skeleton ON incident.incident (name_skeleton);
  `,
}
