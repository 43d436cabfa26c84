/** What the apps need that start a platform: the database, the platform itself, backups, logs. */

export { examinePoints } from "./access/points/doctor.ts"
export { servesSite } from "./access/points/route.ts"
export type { RegisteredTool, ToolRegistry } from "./access/points/tool.ts"
export { bumpAuditEpoch } from "./audit/audit-epoch.ts"
export { sealAudit } from "./audit/seal-audit.ts"
export { type AuditProblem, type AuditVerification, verifyAudit } from "./audit/verify-audit.ts"
export { ALLOWED_BY_DEFAULT, type AllowList, parseAllowList } from "./contract/network/allow-list.ts"
export {
  createPlatform,
  migrationsOf,
  type Platform,
  type PlatformOptions,
} from "./create-platform.ts"
export { backup } from "./db/backup/backup.ts"
export { restore } from "./db/backup/restore.ts"
export { type Database, openDatabase } from "./db/database.ts"
export { type EmbeddedPostgres, findRunningEmbedded, startEmbedded } from "./db/embedded/embedded.ts"
export { StartError } from "./db/embedded/start-error.ts"
export { appliedMigrations, migrate } from "./db/migrate.ts"
export { createEgress, type Egress, type EgressOptions } from "./egress/guarded-fetch.ts"
export { sendText } from "./http/text-answer.ts"
export { errorForPeople } from "./http/words-for-people.ts"
export { oneTimeUrl } from "./identity/base-url.ts"
export { loadHoldings } from "./identity/principal/load-holdings.ts"
export { servicePrincipal } from "./identity/principal/principal.ts"
export { createLog, type Log, type LogLevel, silentLog } from "./log.ts"
export { platformPlugin } from "./reserved/platform-plugin.ts"
export { rotateSecrets, sealedColumnsOf } from "./reserved/secrets/rotate-secrets.ts"
export { ensureFirstAdministrator, setUpCode } from "./reserved/session/set-up/first-run.ts"
export { maskedJsonText } from "./secrets/mask/mask.ts"
export { createSecrets, type Secrets } from "./secrets/secrets.ts"
export type { SiteDoor } from "./wiring/open-doors.ts"
