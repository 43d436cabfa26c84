import { sql } from "drizzle-orm"
import type { z } from "zod"
import { isSecretField, type PluginSettings, type SettingsView } from "../../contract/plugin-settings.ts"
import type { Tx } from "../../db/database.ts"
import { writeSetting } from "../../db/setting-store.ts"
import { DeveloperError } from "../../errors.ts"
import { SETTING_SECRET } from "../../secrets/sealed-columns.ts"
import type { Secrets } from "../../secrets/secrets.ts"

/** What is set, or the default; also for what was stored under an older schema and does not fit this one. */
export async function readPluginSettings<Schema extends z.ZodObject>(
  tx: Tx,
  secrets: Secrets,
  settings: PluginSettings<Schema>,
): Promise<z.output<Schema>> {
  const { values, sealed } = await readStored(tx, settings)
  const opened = Object.entries(sealed).map(([name, value]) => {
    return [name, secrets.open(value, SETTING_SECRET.at(`${settings.plugin}.${name}`))] as const
  })
  return settings.schema.parse({ ...values, ...Object.fromEntries(opened) })
}

/** For what a plugin runs outside its verbs. `reader`: the plugin, or a part of it such as `incident.reminder`. */
export async function readOwnSettings<Schema extends z.ZodObject>(
  reader: string,
  tx: Tx,
  secrets: Secrets,
  settings: PluginSettings<Schema>,
): Promise<z.output<Schema>> {
  if (reader.split(".")[0] !== settings.plugin)
    throw new DeveloperError(`${reader} reads the settings of "${settings.plugin}", which are that plugin's alone.`)
  return readPluginSettings(tx, secrets, settings)
}

export interface Stored {
  values: Record<string, unknown>
  /** By field. */
  sealed: Record<string, string>
  names: readonly string[]
  version: number
}

export async function readStored(tx: Tx, { plugin, schema }: PluginSettings): Promise<Stored> {
  const { rows } = await tx.execute<{
    value: Record<string, unknown> | null
    version: number
    sealed: Stored["sealed"]
  }>(sql`
    SELECT (SELECT value FROM platform.setting WHERE key = ${keyOf(plugin)}) AS value,
      coalesce((SELECT version FROM platform.setting WHERE key = ${keyOf(plugin)}), 0) AS version,
      coalesce((SELECT jsonb_object_agg(name, sealed) FROM platform.setting_secret WHERE plugin = ${plugin}), '{}') AS sealed`)
  const { value, version, sealed } = rows[0]!
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
  const plain = fields.filter(([, field]) => !isSecretField(field))
  const names = fields.filter(([, field]) => isSecretField(field)).map(([name]) => name)
  const values = plain.map(([name, field]) => {
    const fits = field.safeParse(value?.[name])
    return [name, fits.success ? fits.data : field.parse(undefined)] as const
  })
  const kept = names.flatMap((name) => (sealed[name] === undefined ? [] : [[name, sealed[name]] as const]))
  return { values: Object.fromEntries(values), sealed: Object.fromEntries(kept), names, version }
}

export function viewOf({ values, sealed, names, version }: Stored): SettingsView {
  return { values, secrets: Object.fromEntries(names.map((name) => [name, name in sealed])), version }
}

export function isSecret({ schema }: PluginSettings, name: string): boolean {
  const field = (schema.shape as Record<string, z.ZodType>)[name]
  return field !== undefined && isSecretField(field)
}

export function writeValues(tx: Tx, plugin: string, values: object, basedOn: number): Promise<boolean> {
  return writeSetting(tx, keyOf(plugin), values, basedOn)
}

export async function putSecret(tx: Tx, plugin: string, name: string, sealed: string | null): Promise<void> {
  if (sealed === null)
    await tx.execute(sql`DELETE FROM platform.setting_secret WHERE plugin = ${plugin} AND name = ${name}`)
  else
    await tx.execute(sql`
      INSERT INTO platform.setting_secret (id, plugin, name, sealed) VALUES (${`${plugin}.${name}`}, ${plugin}, ${name}, ${sealed})
      ON CONFLICT (id) DO UPDATE SET sealed = EXCLUDED.sealed`)
}

export function placeOf(plugin: string, name: string) {
  return SETTING_SECRET.at(`${plugin}.${name}`)
}

function keyOf(plugin: string): string {
  return `plugin:${plugin}`
}
