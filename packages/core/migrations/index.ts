import type { Migration } from "../src/db/migrate.ts"
import access from "./0001-access.ts"
import audit from "./0002-audit.ts"

export const platformMigrations: readonly Migration[] = [access, audit]
