import { sql } from "drizzle-orm"
import type { Tx } from "../db/database.ts"

export interface StoredAiSettings {
  callsPerMinute: number
  allowedHosts: string[]
  remindAfterMinutes: number[]
  deleteArchivedAfterDays: number | null
  ownersMayDelete: boolean
  trustColleagues: boolean
  version: number
}

interface SettingsRow extends Record<string, unknown> {
  calls_per_minute: number
  allowed_hosts: string[]
  remind_after_minutes: number[]
  delete_archived_after_days: number | null
  owners_may_delete: boolean
  trust_colleagues: boolean
  version: number
}

export async function readAiSettings(tx: Tx): Promise<StoredAiSettings> {
  const { rows } = await tx.execute<SettingsRow>(sql`SELECT * FROM platform.ai_settings`)
  return toSettings(rows[0]!)
}

/** Null when somebody changed them since: the statement decides. */
export async function writeAiSettings(tx: Tx, settings: StoredAiSettings): Promise<StoredAiSettings | null> {
  const { rows } = await tx.execute<SettingsRow>(sql`
    UPDATE platform.ai_settings SET calls_per_minute = ${settings.callsPerMinute},
      allowed_hosts = ${sql.param(settings.allowedHosts)}::text[],
      remind_after_minutes = ${sql.param(settings.remindAfterMinutes)}::integer[],
      delete_archived_after_days = ${settings.deleteArchivedAfterDays}, owners_may_delete = ${settings.ownersMayDelete},
      trust_colleagues = ${settings.trustColleagues}, version = version + 1
    WHERE version = ${settings.version} RETURNING *`)
  return rows[0] ? toSettings(rows[0]) : null
}

function toSettings(row: SettingsRow): StoredAiSettings {
  return {
    callsPerMinute: row.calls_per_minute,
    allowedHosts: row.allowed_hosts,
    remindAfterMinutes: row.remind_after_minutes,
    deleteArchivedAfterDays: row.delete_archived_after_days,
    ownersMayDelete: row.owners_may_delete,
    trustColleagues: row.trust_colleagues,
    version: row.version,
  }
}
