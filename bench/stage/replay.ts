// Runs recorded statements again: same texts, transactions and prepared names, on the same number of clients.
import type pg from "pg"
import type { Statement } from "./record-statements.ts"

/** Its answer holds the id of the call, which the statements after it need. */
const RESERVES = "reserve-tool-calls"

/** What differs from run to run, by the name of its mark. */
export type Marks = Record<string, string>
type Fill = (marks: Marks) => unknown

interface Compiled {
  name?: string
  text: string
  values?: Fill[]
  reserves: boolean
  begins: boolean
  ends: boolean
}

/** Where values differ from run to run they hold a mark, `{{name}}`; found once here, not in every run. */
export function compile(plan: readonly Statement[]): Compiled[] {
  return plan.map(({ name, text, values }) => ({
    name,
    text,
    values: values?.map(filler),
    reserves: name === RESERVES,
    begins: text.startsWith("BEGIN"),
    ends: text === "COMMIT" || text === "ROLLBACK",
  }))
}

/**
 * A client of the pool for each transaction, and for each statement outside one. The call's id, which the database makes
 * up, goes into the statements that follow. Answers with the last rows.
 */
export async function replay(pool: pg.Pool, compiled: readonly Compiled[], marks: Marks): Promise<unknown[]> {
  let client: pg.PoolClient | undefined
  let last: unknown[] = []
  for (const { name, text, values, reserves, begins, ends } of compiled) {
    if (begins) client = await pool.connect()
    const { rows } = await (client ?? pool).query({ name, text, values: values?.map((fill) => fill(marks)) })
    if (rows.length > 0) last = rows
    if (reserves) marks.call = rows[0].answers[0].callId
    if (ends) {
      client?.release()
      client = undefined
    }
  }
  return last
}

function filler(value: unknown): Fill {
  if (Array.isArray(value)) {
    const fillers = value.map(filler)
    return (marks) => fillers.map((fill) => fill(marks))
  }
  if (typeof value !== "string" || !value.includes("{{")) return () => value
  const parts = value.split(/\{\{(\w+)\}\}/)
  return (marks) => parts.map((part, at) => (at % 2 === 1 ? marks[part] : part)).join("")
}
