import { bareOf, type CardThing, cardWordsOf, type DiffRow, inputSchemaOf } from "@countersign/core/contract"
import type { RegisteredTool } from "@countersign/core/host"
import { expect } from "vitest"
import { parse } from "yaml"
import { z } from "zod"

/** A card as it was stored, beside what was sealed with it. */
export interface SignedCard {
  payload: Record<string, unknown>
  summary: string
  diff: DiffRow[]
  things: Pick<CardThing, "id" | "name">[]
}

/** Compares the payload with what people read, without a line of the code that made the card. */
export function demandWhole(tool: RegisteredTool, { payload, diff, things, summary }: SignedCard): void {
  const shape = inputSchemaOf(tool.verb.procedure)
  const schemas = shape instanceof z.ZodObject ? shape.shape : {}
  const names = new Map(things.map(({ id, name }) => [id.toLowerCase(), name]))
  for (const [key, value] of Object.entries(payload)) {
    if (key === "version" || value === undefined) continue
    const row = diff.find(({ path }) => path === key)
    const where = `"${key}" of ${tool.name}: ${JSON.stringify(value)} on the card ${JSON.stringify(row ?? diff)}`
    if (!row) {
      // Where, not what: the thing that the summary names.
      const name = /^id$|Id$/.test(key) ? names.get(String(value)) : undefined
      const named = name !== undefined && summary.includes(name)
      // Told apart from another of its name by its id.
      expect(
        named || diff.some(({ path, before }) => path === "id" && String(value).endsWith(endOf(before))),
        where,
      ).toBe(true)
      continue
    }
    const gone = row.after === null && /^id$|Id$/.test(key)
    expect(told(gone ? row.before : row.after, value, row, names, schemas[key]), where).toBe(true)
  }
}

function calledBy(id: string, names: ReadonlyMap<string, string>): string[] {
  return [`${names.get(id)}`, `${names.get(id)} (…${id.slice(-8)})`]
}

function endOf(before: DiffRow["before"]): string {
  return String(before).replace("…", "")
}

function told(
  shown: DiffRow["after"],
  value: unknown,
  row: DiffRow,
  names: ReadonlyMap<string, string>,
  schema: unknown,
): boolean {
  if (value === null) return shown === null
  if (typeof value === "boolean") return shown === (value ? "Yes" : "No")
  if (typeof value === "number") return shown === String(value)
  if (typeof value === "string") {
    if (shown !== null && typeof shown === "object" && "instant" in shown) return shown.instant === value
    const word = cardWordsOf(schema)?.values?.[value]
    // What is called an id and is none, such as a code, stands there as it is.
    if (/^id$|Id$/.test(row.path) && UUID.test(value))
      return [...calledBy(value, names), `…${value.slice(-8)}`].includes(String(shown))
    return shown === (word ?? value)
  }
  const whole = value as object
  // What people wrote into a free field, whatever it looks like.
  if (bareOf(schema) instanceof z.ZodRecord && Object.keys(whole).length > 0 && !row.yaml) return false
  if (Object.keys(whole).length === 0) return isEqual(shown, [])
  if (row.yaml && Array.isArray(shown)) {
    const lines = Array.isArray(whole) ? shown.map((entry) => `- ${entry.replaceAll("\n", "\n  ")}`) : shown
    return isEqual(parse(lines.join("\n")), whole)
  }
  const { type, id, ...more } = value as Record<string, unknown>
  if (type !== undefined && id !== undefined && isEqual(more, {})) {
    const kind = String(type).split(".").at(-1)
    return [kind, `${kind} …${String(id).slice(-8)}`].some((apart) => shown === `${names.get(String(id))} (${apart})`)
  }
  const entries = whole as string[]
  if (!/^ids$|Ids$/.test(row.path)) return isEqual(shown, inWords(entries, bareOf(schema)))
  const list = shown as string[]
  return entries.every((one, at) =>
    UUID.test(one) ? calledBy(one, names).includes(String(list[at])) : list[at] === one,
  )
}

function inWords(codes: readonly string[], list: unknown): readonly string[] {
  const words = list instanceof z.ZodArray ? cardWordsOf(list.element)?.values : undefined
  return words ? codes.map((code) => words[code] ?? code) : codes
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function isEqual(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}
