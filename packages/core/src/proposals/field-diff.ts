import { z } from "zod"
import type { Preview, RegisteredTool } from "../access/points/tool.ts"
import { isUuid } from "../contract/access.ts"
import { type CardWords, cardWordsOf } from "../contract/card-words.ts"
import { inputSchemaOf, outputSchemaOf } from "../contract/procedure.ts"
import type { CardValue, DiffRow } from "../contract/proposal.ts"
import { bareOf } from "../contract/refers-to.ts"
import { ToolValidationError } from "../errors.ts"
import { canonicalJson } from "../secrets/canonical-json.ts"
import { yamlEntries } from "./card-yaml.ts"

/** Bookkeeping that every change moves: it would be on every card and tell nobody anything. */
const BOOKKEEPING = new Set(["version", "createdAt", "updatedAt"])

/**
 * What the card shows: each field of the payload, in the schema's order, then each field that changes besides; of a
 * deletion, the record that goes. Computed from the payload itself, so that no field can be left out by whoever wrote the
 * preview, and each value stands there as it will be stored: what could not be shown so is refused.
 */
export function fieldDiff(
  tool: Pick<RegisteredTool, "verb">,
  payload: Readonly<Record<string, unknown>>,
  { summary, target, after, things = [] }: Preview,
  mask: (text: string) => string,
  /** Ids of things that another may share the name with: their names are told with the end of the id. */
  ambiguous: ReadonlySet<string> = new Set(),
): DiffRow[] {
  const before = (target ?? {}) as Record<string, unknown>
  const later = (after ?? {}) as Record<string, unknown>
  const names = new NameBook(ambiguous)
  for (const { id, name } of things) names.add(id, name)
  const targetId = typeof before.id === "string" ? before.id.toLowerCase() : undefined
  const fields = fieldsOf(tool, payload).filter(([key]) => payload[key] !== undefined && key !== "version")
  for (const [key] of fields) {
    const field = recordField(key, before, later)
    // Only what the preview looked up: `groups` for `groupIds`. What people wrote gives nothing a name.
    if (field !== key) for (const record of [before, later]) collectNames(record[field], names)
  }
  const byIdOnly = targetId !== undefined && ambiguous.has(targetId)
  const show = (value: unknown, how: Showing) => maskedValue(cardValue(value, names, how), mask)

  const rows: DiffRow[] = []
  const shown = new Set<string>()
  let gone: { key: string; id: string } | null = null
  let where: DiffRow | null = null
  for (const [key, schema] of fields) {
    const value = payload[key]
    // The target's own id says where, not what: the summary names it. What has no name of its own is known by its id's end.
    if (targetId !== undefined && isIdField(key) && String(value).toLowerCase() === targetId) {
      const end = endOf(targetId)
      const called = [names.bare(targetId), before.name, before.title].some(
        // Quoted, so that no other words of the summary pass for it; changed by that, it is no longer told from another.
        (name) => typeof name === "string" && summary.includes(`"${name}"`),
      )
      if (!called || byIdOnly) {
        const label = cardWordsOf(schema)?.label ?? whereLabel(key, targetId, things)
        where = { path: key, label, before: end, after: end }
      }
      continue
    }
    const words = cardWordsOf(schema)
    const field = recordField(key, before, later)
    shown.add(field)
    const how: Showing = { words, schema, ids: isIdField(key) }
    const told = cardValue(value, names, how)
    demandShowable(key, told, mask)
    const stored = show(before[field], { ...how, ids: how.ids || field !== key })
    // What a deletion names goes: it stands before and nothing after.
    const goes = after === null && how.ids && typeof told === "string"
    if (goes) gone = { key, id: String(value) }
    rows.push({
      path: key,
      label: mask(words?.label ?? labelOf(key)),
      ...(goes ? { before: told, after: null } : { before: stored, after: told }),
      ...(isYaml(value, names, schema) ? { yaml: true } : {}),
    })
  }
  if (after === null) {
    const of = gone && byIdOnly && where ? [where] : []
    return [...of, ...rows, ...identifying(before, gone, shown, names, mask)]
  }
  if (where) rows.unshift(where)
  const result = shapeOf(outputSchemaOf(tool.verb.procedure))
  for (const key of Object.keys(after ? { ...before, ...later } : {})) {
    if (shown.has(key) || BOOKKEEPING.has(key) || key === "id" || isSame(before[key], later[key], result[key])) continue
    const how: Showing = { words: cardWordsOf(result[key]), schema: result[key], ids: true }
    const row = { before: show(before[key], how), after: show(later[key], how) }
    shown.add(key)
    rows.push({ path: mask(key), label: mask(how.words?.label ?? labelOf(key)), ...row })
  }
  if (!byIdOnly || !where) return rows
  // An id's end tells two apart; since when it is there and where it belongs tell which of them it is.
  const known = identifying(before, null, shown, names, mask).filter(({ path }) => path !== "id")
  return [...rows, ...known.map((row) => ({ ...row, after: row.before }))]
}

/** `Incident` for the `id` of one; `systemId` says it by itself. */
function whereLabel(key: string, targetId: string, things: NonNullable<Preview["things"]>): string {
  const type = things.find(({ id }) => id.toLowerCase() === targetId)?.type
  return labelOf(key === "id" && type ? kindOf(type) : key)
}

/** `incident.incident` is an incident. */
function kindOf(type: string): string {
  return labelOf(type.split(".").at(-1)!).toLowerCase()
}

/** What things are called on this card, by id. The first name that is given counts. */
class NameBook {
  private readonly names = new Map<string, string>()
  private readonly ambiguous: ReadonlySet<string>

  constructor(ambiguous: ReadonlySet<string>) {
    this.ambiguous = ambiguous
  }

  add(id: string, name: string): void {
    if (!this.names.has(id.toLowerCase())) this.names.set(id.toLowerCase(), name)
  }

  bare(id: string): string | undefined {
    return this.names.get(id.toLowerCase())
  }

  /** Told apart from others of that name; with its kind where the field may hold several. */
  get(id: string, kind = "", name = this.bare(id)): string | undefined {
    if (name === undefined) return undefined
    const apart = [kind, this.ambiguous.has(id.toLowerCase()) ? endOf(id) : ""].filter(Boolean).join(" ")
    return apart ? `${name} (${apart})` : name
  }
}

/**
 * What tells the record that goes from another of nearly the same name: its id, since when it is there, where it belongs.
 * `part`: it is not the target that goes but a part of it, which a row names already.
 */
function identifying(
  record: Readonly<Record<string, unknown>>,
  part: { key: string; id: string } | null,
  shown: ReadonlySet<string>,
  names: Names,
  mask: (text: string) => string,
): DiffRow[] {
  const row = (key: string, before: CardValue): DiffRow => ({ path: key, label: labelOf(key), before, after: null })
  if (part) record = { ...record, id: undefined }
  const rows = Object.entries(record)
    .filter(([key]) => !shown.has(key))
    .flatMap(([key, value]) => {
      if (key === "id" && typeof value === "string") return [row(key, endOf(value))]
      if (BEGAN.has(key) && (typeof value === "string" || value instanceof Date))
        return [row(key, { instant: new Date(value).toISOString() })]
      const belongs = [value].flat().filter((one) => isNamed(one))
      return belongs.length > 0
        ? [
            row(
              key,
              belongs.map((one) => mask(nameOf(one, names))),
            ),
          ]
        : []
    })
    .sort((a, b) => Number(b.path === "id") - Number(a.path === "id"))
  return part ? [{ ...row("id", endOf(part.id)), path: `${part.key}.id` }, ...rows] : rows
}

/** Since when a record is there. */
const BEGAN = new Set(["createdAt", "openedAt"])

/** `systemIds` is the record's `systems`, `ownerTeamId` its `ownerTeam`. */
function recordField(key: string, ...records: Record<string, unknown>[]): string {
  const bare = key.replace(/Id$/, "").replace(/Ids$/, "s")
  return [key, bare].find((name) => records.some((record) => name in record)) ?? key
}

function isIdField(key: string): boolean {
  return key === "id" || key === "ids" || /Ids?$/.test(key)
}

/** Each with its schema. */
function fieldsOf(
  tool: Pick<RegisteredTool, "verb">,
  payload: Readonly<Record<string, unknown>>,
): [key: string, schema: unknown][] {
  const shape = shapeOf(inputSchemaOf(tool.verb.procedure))
  const keys = new Set([...Object.keys(shape), ...Object.keys(payload)])
  return [...keys].map((key) => [key, shape[key]])
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

interface Showing {
  words: CardWords | undefined
  schema: unknown
  /** Ids stand for things here, so that a name says more. Anywhere else an id is a text like any other. */
  ids: boolean
}

type Names = Pick<NameBook, "bare" | "get">

function cardValue(value: unknown, names: Names, { words, schema, ids }: Showing): CardValue {
  if (value === null || value === undefined) return null
  if (typeof value === "boolean") return value ? "Yes" : "No"
  if (value instanceof Date) return { instant: value.toISOString() }
  if (typeof value === "string") {
    if (isInstant(schema)) return { instant: value }
    return words?.values?.[value] ?? (ids ? nameOrEnd(value, names) : value)
  }
  if (typeof value !== "object") return String(value)
  const reference = nameOfReference(value, names, schema)
  if (reference !== undefined) return reference
  if (ids && isNamed(value)) return nameOf(value, names)
  if (Array.isArray(value) && (ids || value.every((one) => typeof one === "string")))
    return value.map((one) => {
      if (isNamed(one)) return nameOf(one, names)
      if (typeof one !== "string") return yamlEntries([one], (id) => names.get(id))[0] ?? ""
      return wordOf(schema, one) ?? (ids ? nameOrEnd(one, names) : one)
    })
  return yamlEntries(value, (id) => (isUuid(id) ? names.get(id) : undefined))
}

/** What a list calls one of its codes. */
function wordOf(list: unknown, code: string): string | undefined {
  const bare = bareOf(list)
  return bare instanceof z.ZodArray ? cardWordsOf(bare.element)?.values?.[code] : undefined
}

function isYaml(value: unknown, names: Names, schema: unknown): boolean {
  if (value === null || typeof value !== "object" || nameOfReference(value, names, schema) !== undefined) return false
  return !Array.isArray(value) || value.some((one) => typeof one !== "string")
}

/** As it is told from its twins, where it has any. */
function nameOf({ id, name }: { id: string; name: string }, names: Names): string {
  return names.get(id, "", names.bare(id) ?? name) ?? name
}

/** A thing's name; of an id that nobody has a name for, the end, which tells two apart as well as all of it. */
function nameOrEnd(id: string, names: Names): string {
  if (!isUuid(id)) return id
  return names.get(id) ?? endOf(id)
}

function endOf(id: string): string {
  return `…${id.slice(-8)}`
}

function maskedValue(value: CardValue, mask: (text: string) => string): CardValue {
  if (typeof value === "string") return mask(value)
  return Array.isArray(value) ? value.map(mask) : value
}

/** A secret that is masked on the card would be signed unseen, and one that is not would stand in a table in clear. */
function demandShowable(key: string, value: CardValue, mask: (text: string) => string): void {
  const texts = typeof value === "string" ? [value] : Array.isArray(value) ? value : []
  const label = labelOf(key)
  // A field's name may be what makes its value a secret.
  if (texts.every((text) => mask(text) === text && mask(`${key}: ${text}`) === `${key}: ${text}`)) return
  const message =
    `“${label}” holds what looks like a password, key or token. Nobody can sign what they cannot see, and it must not ` +
    "stand in a record in clear: leave it out, and name where it is kept instead."
  throw new ToolValidationError([{ path: key, message }])
}

/** Whatever wraps it. */
export function isInstant(schema: unknown): boolean {
  if (schema instanceof z.ZodISODateTime) return true
  return schema instanceof z.ZodType && isInstant((schema.def as { innerType?: unknown }).innerType)
}

/** Two spellings of one moment are the same. */
function isSame(before: unknown, after: unknown, schema: unknown): boolean {
  const moments = [before, after].map((one) =>
    one instanceof Date || (typeof one === "string" && isInstant(schema)) ? new Date(one).getTime() : Number.NaN,
  )
  return moments[0] === moments[1] || canonicalJson(before ?? null) === canonicalJson(after ?? null)
}

/** By its schema: what people wrote into a field of any other kind may have the same two keys, and has to be read as it is. */
function isReference(schema: unknown): boolean {
  return (
    Object.keys(shapeOf(bareOf(schema)))
      .sort()
      .join() === "id,type"
  )
}

/** A thing of any kind, of which the card knows the name: `Checkout (incident)`. */
function nameOfReference(value: object, names: Names, schema: unknown): string | undefined {
  if (!isReference(schema)) return undefined
  const { type, id, ...more } = value as Record<string, unknown>
  if (typeof type !== "string" || typeof id !== "string") return undefined
  const name = names.bare(id)
  const known = Object.entries(more).every(([key, one]) => key === "name" && one === name)
  return known ? names.get(id, kindOf(type)) : undefined
}

/** As previews name what they looked up, and nothing more: whoever wrote a longer record wrote it to be read. */
export function isNamed(value: unknown): value is { id: string; name: string } {
  if (value === null || typeof value !== "object") return false
  const { id, name, ...more } = value as Record<string, unknown>
  return typeof id === "string" && typeof name === "string" && Object.keys(more).length === 0
}

function collectNames(value: unknown, names: NameBook): void {
  if (Array.isArray(value)) for (const one of value) collectNames(one, names)
  else if (isNamed(value)) names.add(value.id, value.name)
}
