import { z } from "zod"
import type { Preview, RegisteredTool } from "../access/tool.ts"
import { type CardWords, cardWordsOf } from "../contract/card-words.ts"
import { inputSchemaOf, outputSchemaOf } from "../contract/procedure.ts"
import type { CardValue, DiffRow } from "../contract/proposal.ts"
import { canonicalJson } from "../secrets/canonical-json.ts"

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
  const show = (value: unknown, { values }: Partial<CardWords> = {}) =>
    cardValue(typeof value === "string" ? (values?.[value] ?? value) : value, names, mask)
  const targetId = typeof before.id === "string" ? before.id.toLowerCase() : undefined

  const rows: DiffRow[] = []
  const shown = new Set<string>()
  for (const [key, words] of fieldsOf(tool, payload)) {
    const value = payload[key]
    if (value === undefined || BOOKKEEPING.has(key)) continue
    // The target's own id says where, not what: the summary names it.
    if (targetId !== undefined && typeof value === "string" && value.toLowerCase() === targetId) continue
    const field = recordField(key, before, later)
    shown.add(field)
    // What a deletion names goes: it stands before and nothing after.
    const goes = after === null && typeof value === "string" && names.has(value.toLowerCase())
    const row = goes
      ? { before: show(value), after: null }
      : { before: show(before[field], words), after: show(value, words) }
    rows.push({ path: mask(key), label: mask(words?.label ?? labelOf(key)), ...row })
  }
  if (after) {
    const result = shapeOf(outputSchemaOf(tool.verb.procedure))
    for (const key of Object.keys({ ...before, ...later })) {
      if (shown.has(key) || BOOKKEEPING.has(key) || key === "id") continue
      if (canonicalJson(before[key] ?? null) === canonicalJson(later[key] ?? null)) continue
      const words = cardWordsOf(result[key])
      const row = { before: show(before[key], words), after: show(later[key], words) }
      rows.push({ path: mask(key), label: mask(words?.label ?? labelOf(key)), ...row })
    }
  }
  return rows
}

/** `systemIds` is the record's `systems`, `ownerTeamId` its `ownerTeam`. */
function recordField(key: string, ...records: Record<string, unknown>[]): string {
  const bare = key.replace(/Id$/, "").replace(/Ids$/, "s")
  return [key, bare].find((name) => records.some((record) => name in record)) ?? key
}

/** Each with the words its schema has for it. */
function fieldsOf(
  tool: Pick<RegisteredTool, "verb">,
  payload: Readonly<Record<string, unknown>>,
): [key: string, words: CardWords | undefined][] {
  const shape = shapeOf(inputSchemaOf(tool.verb.procedure))
  const keys = new Set([...Object.keys(shape), ...Object.keys(payload)])
  return [...keys].map((key) => [key, cardWordsOf(shape[key])])
}

export function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  return schema instanceof z.ZodObject ? schema.shape : {}
}

/** `ownerTeamId` becomes "Owner team", `baseUrl` "Base URL". */
export function labelOf(key: string): string {
  const words = key
    .replace(/Ids$/, "s")
    .replace(/Id$/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\burls?\b/, (url) => url.replace("url", "URL"))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function cardValue(value: unknown, names: ReadonlyMap<string, string>, mask: (text: string) => string): CardValue {
  if (value === null || value === undefined) return null
  if (typeof value === "boolean") return value ? "Yes" : "No"
  const text = (one: unknown) => mask(oneLine(one).replace(UUID, (id) => names.get(id.toLowerCase()) ?? id))
  if (Array.isArray(value)) return value.map(text)
  if (isReference(value) && names.has(value.id.toLowerCase())) return text(value.id)
  if (typeof value === "object" && !isNamed(value))
    return Object.entries(value).map(([key, field]) => mask(`${key}: ${text(field)}`))
  return text(value)
}

function oneLine(value: unknown): string {
  if (value === null || value === undefined) return "none"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (Array.isArray(value)) return value.map(oneLine).join(", ")
  if (typeof value !== "object") return String(value)
  if (isNamed(value)) return value.name
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined && field !== "")
  const { label, kind } = Object.fromEntries(fields)
  const rest = fields
    .filter(([key]) => key !== "label" && key !== "kind")
    .map(([key, field]) => (SPEAKS_FOR_ITSELF.has(key) ? oneLine(field) : `${inSentence(key)} ${oneLine(field)}`))
  const parts = [label && `${oneLine(label)}:`, rest.join(", "), kind && `(${oneLine(kind)})`]
  return parts.filter(Boolean).join(" ")
}

/** Of a link or a contact, which read `Runbook: https://…` and `Desk: desk@example.com (mailbox)`. */
const SPEAKS_FOR_ITSELF = new Set(["value", "url"])

function inSentence(key: string): string {
  const label = labelOf(key)
  return label.startsWith("URL") ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

/** A thing of another plugin's, of which the card knows the name. */
function isReference(value: unknown): value is { type: string; id: string } {
  if (value === null || typeof value !== "object") return false
  const { type, id, ...more } = value as Record<string, unknown>
  return typeof type === "string" && typeof id === "string" && Object.keys(more).length === 0
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
