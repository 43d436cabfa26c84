import { z } from "zod"
import { familyField, filled, hostField, milliseconds, portField, secretField, secretNamed, words } from "./fields.ts"

/** What the checks of databases are configured with. */
export function databaseFields(port: number, usualUser: string) {
  const name = z.string().min(1).max(128)
  return {
    host: hostField,
    port: portField(port),
    database: filled(name, { ...words("Database"), takes: ["templates"] }),
    user: filled(name, {
      ...words("User", `Such as ${usualUser}. It needs no right but to read.`),
      takes: ["templates"],
    }),
    password: secretField("Password", secretNamed("DATABASE_PASSWORD")).optional(),
    query: filled(z.string().min(1).max(5_000), {
      ...words("Query", "One statement; it runs in a transaction that may only read."),
      takes: ["templates"],
      lines: "several",
    }).default("SELECT 1"),
    tls: z
      .enum(["off", "on", "any-certificate"])
      .default("off")
      .meta(words("Encryption", "off, on (the certificate must be trusted), or on with any certificate.")),
    family: familyField,
  }
}

export const queryResult = z.object({
  rows: z.number().meta(words("Rows")),
  first: z.json().meta(words("First row", "By column.")),
  value: z.string().meta(words("First value", "Of the first row, as text; empty where there is none.")),
  durationMs: milliseconds("Duration of the query"),
})

export const databaseResult = z.object({
  version: z.string().meta(words("Version")),
  connectMs: milliseconds("Connecting and signing in"),
})

/** Rows as drivers hand them over: what is no JSON becomes text. */
export function firstOf(row: Record<string, unknown> | undefined) {
  if (!row) return { first: null, value: "" }
  const first = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))
  const [value = null] = Object.values(first)
  return { first, value: value === null ? "" : String(value).slice(0, 10_000) }
}

function plain(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "string") return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString()
  if (Buffer.isBuffer(value)) return value.subarray(0, 1_000).toString("base64")
  return typeof value === "bigint" ? String(value) : JSON.stringify(value)
}
