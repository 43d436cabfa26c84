import { z } from "zod"
import type { Preview, RegisteredTool } from "../access/tool.ts"
import { inputSchemaOf } from "../contract/procedure.ts"
import type { CardValue, DiffRow } from "../contract/proposal.ts"
import { canonicalJson } from "./canonical-json.ts"

/** Bookkeeping that every change moves: it would be on every card and tell nobody anything. */
const BOOKKEEPING = new Set(["version", "createdAt", "updatedAt"])

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * What the card shows: each field of the payload, in the schema's order, then each field that changes besides.
 * Computed from the payload itself, so that no field can be left out by whoever wrote the preview.
 */
export function fieldDiff(
  tool: Pick<RegisteredTool, "verb">,
  payload: Readonly<Record<string, unknown>>,
  { target, after, things = [] }: Preview,
  mask: (text: string) => string,
): DiffRow[] {
  const before = (target ?? {}) as Record<string, unknown>
  const later = (after ?? {}) as Record<string, unknown>
  const names = new Map(things.map(({ id, name }) => [id.toLowerCase(), name]))
  for (const value of [...Object.values(before), ...Object.values(later)]) collectNames(value, names)
  const show = (value: unknown) => cardValue(value, names, mask)
  const targetId = typeof before.id === "string" ? before.id.toLowerCase() : undefined

  const rows: DiffRow[] = []
  const shown = new Set<string>()
  for (const key of fieldsOf(tool, payload)) {
    const value = payload[key]
    if (value === undefined || BOOKKEEPING.has(key)) continue
    // The target's own id says where, not what: the summary names it.
    if (targetId !== undefined && typeof value === "string" && value.toLowerCase() === targetId) continue
    const field = recordField(key, before, later)
    shown.add(field)
    // What a deletion names goes: it stands before and nothing after.
    const goes = after === null && typeof value === "string" && names.has(value.toLowerCase())
    const row = goes ? { before: show(value), after: null } : { before: show(before[field]), after: show(value) }
    rows.push({ path: key, label: labelOf(key), ...row })
  }
  if (after) {
    for (const key of Object.keys({ ...before, ...later })) {
      if (shown.has(key) || BOOKKEEPING.has(key) || key === "id") continue
      if (canonicalJson(before[key] ?? null) === canonicalJson(later[key] ?? null)) continue
      rows.push({ path: key, label: labelOf(key), before: show(before[key]), after: show(later[key]) })
    }
  }
  return rows
}

/** `systemIds` is the record's `systems`, `ownerTeamId` its `ownerTeam`. */
function recordField(key: string, ...records: Record<string, unknown>[]): string {
  const bare = key.replace(/Id$/, "").replace(/Ids$/, "s")
  return [key, bare].find((name) => records.some((record) => name in record)) ?? key
}

function fieldsOf(tool: Pick<RegisteredTool, "verb">, payload: Readonly<Record<string, unknown>>): string[] {
  const schema = inputSchemaOf(tool.verb.procedure)
  const declared = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return [...new Set([...declared, ...Object.keys(payload)])]
}

/** `ownerTeamId` becomes "Owner team". */
export function labelOf(key: string): string {
  const words = key
    .replace(/Ids$/, "s")
    .replace(/Id$/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function cardValue(value: unknown, names: ReadonlyMap<string, string>, mask: (text: string) => string): CardValue {
  if (value === null || value === undefined) return null
  const text = (one: unknown) => mask(oneLine(one).replace(UUID, (id) => names.get(id.toLowerCase()) ?? id))
  if (Array.isArray(value)) return value.map(text)
  if (typeof value === "object" && !isNamed(value))
    return Object.entries(value).map(([key, field]) => `${key}: ${text(field)}`)
  return text(value)
}

function oneLine(value: unknown): string {
  if (value === null || value === undefined) return "none"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (Array.isArray(value)) return value.map(oneLine).join(", ")
  if (typeof value !== "object") return String(value)
  if (isNamed(value)) return value.name
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined && field !== "")
  return fields.map(([key, field]) => `${labelOf(key).toLowerCase()} ${oneLine(field)}`).join(", ")
}

function isNamed(value: object): value is { id: string; name: string } {
  const { id, name } = value as { id?: unknown; name?: unknown }
  return typeof id === "string" && typeof name === "string"
}

function collectNames(value: unknown, names: Map<string, string>): void {
  if (value === null || typeof value !== "object") return
  if (Array.isArray(value)) for (const one of value) collectNames(one, names)
  else if (isNamed(value) && !names.has(value.id.toLowerCase())) names.set(value.id.toLowerCase(), value.name)
}
