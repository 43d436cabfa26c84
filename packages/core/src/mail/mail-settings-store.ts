import { sql } from "drizzle-orm"
import type { MailSettings } from "../contract/platform/mail.ts"
import type { Tx } from "../db/database.ts"

export interface StoredMailSettings extends MailSettings {
  sealedPassword: string | null
}

export async function readMailSettings(tx: Tx): Promise<StoredMailSettings> {
  const result = await tx.execute<MailSettingsRow>(sql`SELECT * FROM platform.mail_settings`)
  return toSettings(result.rows[0]!)
}

/** Null when somebody else changed them first: the WHERE decides. `sealedPassword` undefined keeps the stored one. */
export async function writeMailSettings(
  tx: Tx,
  version: number,
  settings: Omit<MailSettings, "configured" | "hasPassword" | "version"> & { sealedPassword?: string | null },
): Promise<StoredMailSettings | null> {
  const { host, port, encryption, username, fromName, fromAddress, sealedPassword } = settings
  const password = sealedPassword === undefined ? sql`password` : sql`${sealedPassword}`
  const result = await tx.execute<MailSettingsRow>(sql`
    UPDATE platform.mail_settings SET host = ${host}, port = ${port}, encryption = ${encryption}, username = ${username},
      password = ${password}, from_name = ${fromName}, from_address = ${fromAddress}, version = version + 1
    WHERE version = ${version} RETURNING *`)
  const row = result.rows[0]
  return row ? toSettings(row) : null
}

/** What anybody may see: without the password, sealed or not. */
export function withoutPassword({ sealedPassword: _, ...settings }: StoredMailSettings): MailSettings {
  return settings
}

interface MailSettingsRow extends Record<string, unknown> {
  host: string
  port: number
  encryption: MailSettings["encryption"]
  username: string
  password: string | null
  from_name: string
  from_address: string
  version: number
}

function toSettings(row: MailSettingsRow): StoredMailSettings {
  return {
    configured: row.host !== "",
    host: row.host,
    port: row.port,
    encryption: row.encryption,
    username: row.username,
    hasPassword: row.password !== null,
    fromName: row.from_name,
    fromAddress: row.from_address,
    version: row.version,
    sealedPassword: row.password,
  }
}
