const skeletonOf = (table: string, column: string) => `
    ALTER TABLE platform.${table} ADD COLUMN name_skeleton text COLLATE "C" GENERATED ALWAYS AS (platform.skeleton(${column})) STORED;
    CREATE INDEX ${table}_by_skeleton ON platform.${table} (name_skeleton);`

export default {
  name: "0099-more-name-skeletons",
  sql: /* sql */ `
    -- Equal for names that look alike; see 0097-name-skeletons.
    ${skeletonOf("connection", "label")}
    ${skeletonOf("oauth_client", "name")}
    ${skeletonOf("oidc_provider", "name")}
    ${skeletonOf("secret", "name")}
  `,
}
