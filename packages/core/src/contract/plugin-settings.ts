import { z } from "zod"
import type { AccessRule } from "./access.ts"
import { Version } from "./paging.ts"
import { defineContract, type Procedure, procedure } from "./procedure.ts"
import { settingsAccess } from "./settings-access.ts"

/** What the page of a plugin's settings shows. A secret only tells whether there is one. */
export interface SettingsView {
  values: Record<string, unknown>
  secrets: Record<string, boolean>
  version: number
}

/** Fields that are left out stay; null removes a secret. */
export type SettingsChange = { version: number } & Record<string, unknown>

/** Settings of one plugin: `<plugin>.getSettings`, `<plugin>.updateSettings` and the rule for both come with them. */
export interface PluginSettings<Schema extends z.ZodObject = z.ZodObject> {
  readonly plugin: string
  /** What people call them: "Health checks". */
  readonly title: string
  readonly schema: Schema
  readonly access: { readonly manage: AccessRule }
  readonly procedures: {
    readonly getSettings: Procedure<z.ZodObject, z.ZodType<SettingsView>>
    readonly updateSettings: Procedure<z.ZodType<SettingsChange, SettingsChange>, z.ZodType<SettingsView>>
  }
}

/** Every field has a default, since nobody need ever open the page. Labels come from `cardWords`, hints from `describe`. */
export function defineSettings<Schema extends z.ZodObject>(
  plugin: string,
  title: string,
  schema: Schema,
): PluginSettings<Schema> {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
  const plain = fields.filter(([, field]) => !isSecretField(field))
  const secret = fields.filter(([, field]) => isSecretField(field))
  const access = settingsAccess(plugin, title)
  const output: z.ZodType<SettingsView> = z.object({
    values: z.object(Object.fromEntries(plain)),
    secrets: z.object(Object.fromEntries(secret.map(([name]) => [name, z.boolean()]))),
    version: Version,
  })
  const input: z.ZodType<SettingsChange, SettingsChange> = z.object({
    ...Object.fromEntries(fields.map(([name, field]) => [name, withoutDefault(field).optional()])),
    version: Version,
  })
  const procedures = defineContract(plugin, {
    getSettings: procedure({
      summary: `Read the settings of ${title}. Of a secret only whether there is one.`,
      effect: "read",
      access: access.manage,
      input: z.object({}),
      output,
    }),
    updateSettings: procedure({
      summary: `Change the settings of ${title}. What is left out stays; null removes a secret.`,
      effect: "mutate",
      access: access.manage,
      input,
      output,
    }),
  })
  return { plugin, title, schema, access, procedures }
}

const secrets = z.registry<{ secret: true }>()

/** A password or key among a plugin's settings: sealed, never shown again, null until it is set. */
export function secretField(what: string, max = 2_000) {
  const field = z
    .string()
    .trim()
    .min(1, `${what} is needed.`)
    .max(max, `${what} has at most ${max} characters.`)
    .nullable()
    .default(null)
  secrets.add(field, { secret: true })
  return field
}

export function isSecretField(field: z.ZodType): boolean {
  return secrets.get(field) !== undefined
}

/** A default would be taken for what somebody typed. */
function withoutDefault(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodDefault ? (field.def.innerType as z.ZodType) : field
}
