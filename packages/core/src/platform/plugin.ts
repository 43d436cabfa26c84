import { platformMigrations } from "../../migrations/index.ts"
import { definePlugin } from "../plugin.ts"

/** The reserved plugin: people, roles, teams, applications, settings and the audit log, served by core itself. */
export const platformPlugin = definePlugin({
  id: "platform",
  contract: {},
  access: [],
  migrations: platformMigrations,
  verbs: {},
})
