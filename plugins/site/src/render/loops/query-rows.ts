/** Filter, sort and page over rows that are in memory, for sources that have them there. */
import { type Value, type Values, wordsOf } from "../tokens/values.ts"
import type { Condition, LoopField, LoopQuery, RowsPage } from "./loop-source.ts"

export function queryRows(rows: readonly Values[], fields: readonly LoopField[], query: LoopQuery): RowsPage {
  const types = new Map(fields.map(({ id, type }) => [id, type]))
  const kept = rows.filter((row) => query.filter.every((condition) => holds(row, condition, types)))
  const { orderBy } = query
  const sign = query.direction === "desc" ? -1 : 1
  const sorted =
    orderBy === null
      ? kept
      : kept
          .map((row) => ({ row, value: own(row, orderBy) }))
          .sort((a, b) => inOrder(a.value, b.value, types.get(orderBy), sign))
          .map(({ row }) => row)
  return { rows: sorted.slice(query.offset, query.offset + query.limit), total: kept.length }
}

function own(row: Values, field: string): Value {
  return Object.hasOwn(row, field) ? (row[field] ?? null) : null
}

/** What has no value stands last, in either direction. */
function inOrder(a: Value, b: Value, type: string | undefined, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return sign * compare(a, b, type)
}

function compare(a: unknown, b: unknown, type: string | undefined): number {
  if (type === "number") return numberOf(a) - numberOf(b)
  if (type === "instant") return timeOf(a) - timeOf(b)
  return LETTERS.compare(wordsOf(a), wordsOf(b))
}
/** One order for every server, whatever language it runs in. */
const LETTERS = new Intl.Collator("en", { numeric: true, sensitivity: "accent" })

function holds(row: Values, { field, operator, value }: Condition, types: ReadonlyMap<string, string>): boolean {
  const found = own(row, field)
  const type = types.get(field)
  switch (operator) {
    case "=":
      return equal(found, value, type)
    case "!=":
      return !equal(found, value, type)
    case "~":
      return wordsOf(found).toLowerCase().includes(value.toLowerCase())
    default: {
      if (found === null) return false
      const order = compare(found, value, type)
      if (Number.isNaN(order)) return false
      return operator === "<" ? order < 0 : operator === ">" ? order > 0 : operator === "<=" ? order <= 0 : order >= 0
    }
  }
}

function equal(found: Value, value: string, type: string | undefined): boolean {
  if (type === "number" && found !== null && value !== "") return numberOf(found) === Number(value)
  if (type === "instant" && found !== null && value !== "") return timeOf(found) === timeOf(value)
  return wordsOf(found) === value
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : Number(wordsOf(value))
}

function timeOf(value: unknown): number {
  return Date.parse(wordsOf(value))
}
