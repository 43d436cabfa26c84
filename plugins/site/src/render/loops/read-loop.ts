/** What a `<cs-loop>` asks for, read from its attributes. */
import type { ElementShape } from "../../document/tree/node.ts"
import { fillWords } from "../tokens/fill-words.ts"
import type { Names } from "../tokens/values.ts"
import { RENDER_LIMITS, type Work } from "../work.ts"
import { type Condition, type LoopQuery, OPERATORS, type SourceWords } from "./loop-source.ts"

export interface ReadLoop {
  readonly source: SourceWords
  readonly query: LoopQuery
  /** Rows of one page; null where the loop has no pages. */
  readonly pageSize: number | null
}

/** Null where it cannot be read, which is told. Nothing is shown then: a broken filter would show what it was to hide. */
export function readLoop(work: Work, names: Names, loop: ElementShape): ReadLoop | null {
  const attributes = new Map(loop.attributes)
  const id = attributes.get("data-source")?.trim() ?? ""
  const source = work.input.sources.get(id)
  if (!source) {
    work.problem(
      id === ""
        ? `The loop ${loop.id} has no source. Name one as data-source.`
        : `The loop ${loop.id} names the source "${shown(id)}", and there is none. List the sources to find the right one.`,
    )
    return null
  }
  const filter = readFilter(work, names, loop, source, attributes.get("data-filter") ?? "")
  if (!filter) return null
  const orderBy = attributes.get("data-order-by")?.trim() || null
  if (orderBy !== null && !hasField(source, orderBy)) {
    work.problem(`The loop ${loop.id} sorts by "${shown(orderBy)}". ${fieldsOf(source)}`)
    return null
  }
  const pageSize = numberIn(work, loop, attributes, "data-page-size")
  const limit = numberIn(work, loop, attributes, "data-limit")
  const most = Math.min(limit ?? 100, RENDER_LIMITS.rowsOfLoop)
  const size = pageSize === null ? null : Math.max(1, Math.min(pageSize, RENDER_LIMITS.rowsOfLoop))
  const page = size === null ? 0 : (work.input.route.pageNumber ?? 1) - 1
  const table = attributes.get("data-table")?.trim()
  return {
    source,
    pageSize: size,
    query: {
      source: id,
      ...(table && { table }),
      filter,
      orderBy,
      direction: attributes.get("data-direction")?.trim() === "desc" ? "desc" : "asc",
      offset: (numberIn(work, loop, attributes, "data-offset") ?? 0) + page * (size ?? 0),
      limit: size ?? most,
    },
  }
}

/** `status=open; startedAt>2026-01-01`: all of them have to hold. */
function readFilter(
  work: Work,
  names: Names,
  loop: ElementShape,
  source: SourceWords,
  written: string,
): readonly Condition[] | null {
  const conditions: Condition[] = []
  for (const part of written.split(";")) {
    if (part.trim() === "") continue
    const match = CONDITION.exec(part.trim())
    const [, field, sign, value] = match ?? []
    if (!field || !sign || value === undefined || !hasField(source, field)) {
      work.problem(
        `The loop ${loop.id} has the condition "${shown(part.trim())}". Write one as field=value, with ${OPERATORS.join(" ")} between them and ; between two. ${fieldsOf(source)}`,
      )
      return null
    }
    // Filled in when the condition is read: what a row says is a value and never another condition.
    conditions.push({ field, operator: sign as Condition["operator"], value: fillWords(work, names, value) })
  }
  return conditions
}
const CONDITION = /^([A-Za-z][A-Za-z0-9_]{0,59}) ?(!=|<=|>=|=|<|>|~) ?(.*)$/s

function numberIn(work: Work, loop: ElementShape, attributes: Map<string, string>, name: string): number | null {
  const written = attributes.get(name)?.trim()
  if (!written) return null
  if (/^\d{1,7}$/.test(written)) return Number(written)
  work.problem(`The loop ${loop.id} has ${name}="${shown(written)}". Write a whole number there.`)
  return null
}

function hasField(source: SourceWords, id: string): boolean {
  return id === "id" || source.fields.some((field) => field.id === id)
}

function fieldsOf(source: SourceWords): string {
  return `The fields of ${source.title} are ${["id", ...source.fields.map(({ id }) => id)].join(", ")}.`
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text
}
