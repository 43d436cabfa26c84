import type { ThingRef } from "../access/ctx.ts"
import type { QuotedThing, RegisteredTool } from "../access/points/tool.ts"
import type { ReadClass, TaintSource } from "../contract/proposal.ts"
import { quoteName } from "../contract/text/quote-name.ts"
import type { Database } from "../db/database.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { addressesOf } from "./destination.ts"

/** A call as far as it came: its result, what its card names, or neither where it failed. */
export interface SpokenCall {
  id: string
  input: unknown
  result?: unknown
  /** What its preview named. */
  things?: readonly QuotedThing[]
  /** It failed for want of something: what nobody is known to have written on may be that. */
  gone?: boolean
}

/** Others' words in what a call answers, or null where all of it is the reader's own or nobody's. */
export async function whoseWords(
  { database, principal }: { database: Database; principal: Principal },
  tool: RegisteredTool,
  call: SpokenCall,
): Promise<TaintSource | null> {
  const things = thingsIn(tool, call)
  const source = { toolName: tool.name, toolCallId: call.id, at: new Date().toISOString() }
  if (things === null) return { ...source, class: "outside", what: placeOf(tool, call.input) }
  // Whoever cannot be asked is not believed; what was done is done, and must not be told as a failure for want of this.
  const read = await classOf({ database, principal }, things, call).catch((): ReadWords => ({ class: "outside" }))
  return read.class === "own" ? null : { ...source, ...read, class: read.class }
}

/** Null: anybody's words may be in it. What a tool says of an unexpected shape is not believed. */
function thingsIn({ quotes }: RegisteredTool, { input, result, things = [] }: SpokenCall): QuotedThing[] | null {
  if (quotes === "nothing") return []
  if (quotes === "outside") return null
  try {
    const call = { input, ...(result === undefined ? {} : { result }) }
    const quoted = quotes(call as never)
    if (quoted === "outside" || quoted.some(({ id }) => typeof id !== "string")) return null
    return [...quoted, ...things]
  } catch {
    return null
  }
}

export interface ReadWords {
  class: ReadClass
  /** The things they stand on, for people. */
  what?: string
  /** The colleagues who wrote, as `TaintSource` names them. */
  people?: string[]
}

/** The worst of all who wrote on these things, as the reader meets it, in one query. */
export async function classOf(
  { database, principal }: { database: Database; principal: Principal },
  things: readonly QuotedThing[],
  { gone = false }: { gone?: boolean } = {},
): Promise<ReadWords> {
  const named = new Map(things.map((thing) => [keyOf(thing), thing]))
  if (named.size === 0) return { class: "own" }
  const asked = [...named.values()]
  const reader = readerOf(principal)
  const [first] = asked
  // One by itself is no list: of a list Postgres supposes ten in a plan for all, so it would plan anew each time.
  const { rows: all } = await database.pool.query<Foreign>(
    asked.length === 1
      ? { name: "whose-words-on-one", text: FOREIGN_OF_ONE, values: [first!.type, first!.id, reader] }
      : {
          name: "whose-words",
          text: FOREIGN,
          values: [asked.map(({ type }) => type), asked.map(({ id }) => id), reader],
        },
  )
  const rows = gone ? all.filter(({ hands }) => hands > 0) : all
  if (rows.length === 0) return { class: "own" }
  const read = rows.every(({ managed }) => managed) ? "colleague" : "outside"
  // Where some of it is from outside, that is what is told of.
  const told = rows.filter(({ managed }) => managed === (read === "colleague"))
  const people = [...new Set(told.flatMap((row) => row.people))].slice(0, MOST_PEOPLE)
  return {
    class: read,
    ...whatOf(told.map((row) => named.get(keyOf(row))!)),
    ...(read === "colleague" && people.length > 0 ? { people } : {}),
  }
}

interface Foreign {
  type: string
  id: string
  /** How many wrote on it, as far as is known. */
  hands: number
  /** All of them could manage it. */
  managed: boolean
  people: string[]
}

/** Where a text names whoever called, that is one more thing it quotes: others may have written what they are called. */
export function callerIn(principal: Principal, text: string): QuotedThing[] {
  const { kind, id, name } =
    principal.kind === "application" && principal.actsFor ? { ...principal.actsFor, kind: "user" } : principal
  if (kind !== "user" && kind !== "application") return []
  return text.includes(name) ? [{ type: kind === "user" ? PERSON : "platform.application", id, name }] : []
}

/** For an app that acts for a person: what that person wrote is nothing new to them. */
function readerOf(principal: Principal): string {
  const person = principal.kind === "application" ? principal.actsFor?.id : undefined
  return person ? `user:${person}` : `${principal.kind}:${principal.id}`
}

/**
 * Things that somebody other than the reader wrote on, or nobody is known to have. What a person is called they wrote
 * themselves. An application is believed as far as an administrator lets it speak for the team.
 */
const foreignAmong = (
  things: string,
) => `SELECT q.type, q.id, count(h.principal)::integer AS hands, coalesce(bool_and(h.believed), false) AS managed,
    coalesce(array_agg(regexp_replace(h.principal, '^user:', '') ORDER BY h.principal) FILTER (WHERE h.principal <> $3), '{}') AS people
  FROM ${things} AS q (type, id)
  LEFT JOIN LATERAL (
    SELECT h.principal, h.principal = $3 OR h.managed AND (h.principal LIKE 'user:%' OR EXISTS (
      SELECT FROM platform.application a WHERE h.principal = 'application:' || a.id AND a.speaks_for_team)) AS believed
    FROM platform.hand h WHERE h.type = q.type AND h.id = q.id
    UNION ALL SELECT 'user:' || q.id, true WHERE q.type = 'platform.person'
  ) h ON true
  GROUP BY q.type, q.id HAVING bool_and(h.principal = $3) IS NOT TRUE`
const FOREIGN = foreignAmong("unnest($1::text[], $2::text[])")
const FOREIGN_OF_ONE = foreignAmong("(VALUES ($1::text, $2::text))")

const MOST_PEOPLE = 20
const MOST_NAMES = 3

/** By name as far as the result tells it; else by what kind of thing it is. */
function whatOf(things: readonly QuotedThing[]): { what?: string } {
  const names = [
    ...new Set(
      things.map(({ type, name }) => (name?.trim() && type !== PERSON ? quoteName(excerpt(name)) : nounOf(type))),
    ),
  ]
  const more = names.length - MOST_NAMES
  const told = [...names.slice(0, MOST_NAMES), ...(more > 0 ? [`${more} more`] : [])]
  return told.length > 0
    ? { what: told.length === 1 ? told[0] : `${told.slice(0, -1).join(", ")} and ${told.at(-1)}` }
    : {}
}

const LONGEST_NAME = 60

function excerpt(name: string): string {
  const line = name.replaceAll(/\s+/g, " ").trim()
  return line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME - 1).toWellFormed()}…`
}

/** `catalog.system` is a system. What a person is called is not kept here, so that it can be taken back. */
function nounOf(type: string): string {
  return type === PERSON ? "a person's name" : `a ${type.split(".").at(-1)}`
}

const PERSON = "platform.person"

function placeOf(tool: RegisteredTool, input: unknown): string {
  const [address = ""] = addressesOf(tool, (input ?? {}) as Record<string, unknown>)
  if (URL.canParse(address)) return `the answer of ${new URL(address).host}`
  return `what “${tool.procedure.summary.replace(/\.$/, "")}” answered`
}

function keyOf({ type, id }: ThingRef): string {
  return `${type} ${id}`
}
