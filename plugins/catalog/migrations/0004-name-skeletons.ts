export default {
  name: "0004-name-skeletons",
  sql: /* sql */ `
    -- Equal for names that look alike; see the platform's 0097-name-skeletons.
    ALTER TABLE catalog.system ADD COLUMN name_skeleton text COLLATE "C" GENERATED ALWAYS AS (platform.skeleton(name)) STORED;
    CREATE INDEX system_by_skeleton ON catalog.system (name_skeleton);
    ALTER TABLE catalog.system_group ADD COLUMN name_skeleton text COLLATE "C" GENERATED ALWAYS AS (platform.skeleton(name)) STORED;
    CREATE INDEX system_group_by_skeleton ON catalog.system_group (name_skeleton);
    ALTER TABLE catalog.environment ADD COLUMN name_skeleton text COLLATE "C" GENERATED ALWAYS AS (platform.skeleton(name)) STORED;
    CREATE INDEX environment_by_skeleton ON catalog.environment (name_skeleton);
  `,
}
