import { randomUUID } from "node:crypto"
import { keyset, type Page, type PageRequest, type Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import type { ThingRef } from "../../contract.ts"

export interface MemoryRecord {
  id: string
  ownerId: string
  ownerName: string
  thing: ThingRef | null
  text: string
  shared: boolean
  alwaysInject: boolean
  source: "person" | "assistant"
  version: number
  createdAt: string
  updatedAt: string
}

/** Which rows a caller may meet: their own, and shared ones about things they see. */
export interface MemorySight {
  /** Null for an API key, which keeps no notes. */
  personId: string | null
  /** Things in sight, as `catalog.system:7f3c`. */
  seen: readonly string[]
}

export interface MemoryFilter {
  box: "all" | "own" | "shared"
  query?: string
  thing?: ThingRef
  alwaysInject?: boolean
}

/** Every thing that a note within the caller's reach is about: whether they see it is their plugins' to say. */
export async function thingsInMemory(tx: Tx, personId: string | null): Promise<ThingRef[]> {
  const { rows } = await tx.execute<{ type: string; id: string }>(sql`
    SELECT DISTINCT thing_type AS type, thing_id AS id FROM ai.memory m
    WHERE thing_type IS NOT NULL AND (m.shared OR ${isOwn(personId)})`)
  return rows
}

export async function listMemory(
  tx: Tx,
  request: PageRequest,
  filter: MemoryFilter,
  sight: MemorySight,
): Promise<Page<MemoryRecord>> {
  const order = keyset(request, SORT_COLUMNS, { expression: sql`m.id`, type: "uuid" })
  const { personId } = sight
  const inBox = { all: sql`true`, own: isOwn(personId), shared: sql`m.shared` }[filter.box]
  const { query = "", thing, alwaysInject } = filter
  const words = query.split(/\s+/).filter(Boolean)
  const { rows } = await tx.execute<Row & { mark: string }>(sql`
    SELECT ${COLUMNS}, ${order.mark} AS mark FROM ${NAMED}
    WHERE ${order.where(
      // One's own stays listed without its text when its thing is out of sight, so that it can be deleted.
      sql`(${isOwn(personId)} OR (m.shared AND ${isSeen(sight)}))`,
      inBox,
      words.length > 0
        ? sql`${isSeen(sight)} AND m.text ILIKE ALL (${sql.param(words.map(pattern))}::text[])`
        : undefined,
      thing && isAbout(thing),
      alwaysInject === undefined ? undefined : sql`m.always_inject = ${alwaysInject}`,
    )}
    ORDER BY ${sql.join(order.orderBy, sql`, `)} LIMIT ${order.limit}`)
  return order.toPage(rows, (row) => row.id, toRecord)
}

/** The rows that share the most words with the query, each word counting by its beginning; without words, the latest. */
export async function searchMemory(
  tx: Tx,
  { query, thing, limit }: { query: string; thing?: ThingRef; limit: number },
  sight: MemorySight,
): Promise<MemoryRecord[]> {
  const wanted = tsQuery(query)
  const rank = wanted ? sql`ts_rank(m.words, ${wanted}::tsquery)` : sql`0`
  // Languages that put no spaces between words have no words to compare.
  const literal = sql`m.text ILIKE ${pattern(query)}`
  const { rows } = await tx.execute<Row>(sql`
    SELECT ${COLUMNS} FROM ${NAMED}
    WHERE (m.shared OR ${isOwn(sight.personId)}) AND ${isSeen(sight)} AND ${thing ? isAbout(thing) : sql`true`}
      AND (${literal}${wanted ? sql` OR m.words @@ ${wanted}::tsquery` : sql``})
    ORDER BY (${literal})::integer + ${rank} DESC, m.updated_at DESC, m.id LIMIT ${limit}`)
  return rows.map(toRecord)
}

/** Those that are always included, one's own first. Notes about things only when they are about this one. */
export async function injectedMemory(
  tx: Tx,
  { thing, limit }: { thing?: ThingRef; limit: number },
  sight: MemorySight,
): Promise<MemoryRecord[]> {
  const { rows } = await tx.execute<Row>(sql`
    SELECT ${COLUMNS} FROM ${NAMED}
    WHERE m.always_inject AND (m.shared OR ${isOwn(sight.personId)}) AND ${isSeen(sight)}
      AND (m.thing_type IS NULL${thing ? sql` OR ${isAbout(thing)}` : sql``})
    ORDER BY (${isOwn(sight.personId)})::integer DESC, m.updated_at DESC, m.id LIMIT ${limit}`)
  return rows.map(toRecord)
}

/** One's own or a shared one; whether its thing is in sight is not asked here. */
export async function findMemory(tx: Tx, id: string, personId: string | null): Promise<MemoryRecord | null> {
  const { rows } = await tx.execute<Row>(
    sql`SELECT ${COLUMNS} FROM ${NAMED} WHERE m.id = ${id}::uuid AND (m.shared OR ${isOwn(personId)})`,
  )
  return rows[0] ? toRecord(rows[0]) : null
}

export async function countMemory(tx: Tx, personId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM ai.memory m WHERE ${isOwn(personId)}`,
  )
  return rows[0]?.count ?? 0
}

export async function isRemembered(
  tx: Tx,
  personId: string,
  { text, thing }: { text: string; thing?: ThingRef },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM ai.memory m WHERE ${isOwn(personId)} AND m.text = ${text}
      AND ${thing ? isAbout(thing) : sql`m.thing_type IS NULL`} LIMIT 1`)
  return rows.length > 0
}

export async function insertMemory(
  tx: Tx,
  draft: Pick<MemoryRecord, "ownerId" | "text" | "thing" | "alwaysInject" | "source">,
  at: Date,
): Promise<string> {
  const id = randomUUID()
  const { ownerId, text, thing, alwaysInject, source } = draft
  const when = at.toISOString()
  await tx.execute(sql`
    INSERT INTO ai.memory (id, owner_id, thing_type, thing_id, text, always_inject, source, created_at, updated_at)
    VALUES (${id}, ${ownerId}, ${thing?.type ?? null}, ${thing?.id ?? null}, ${text}, ${alwaysInject}, ${source},
      ${when}::timestamptz, ${when}::timestamptz)`)
  return id
}

/** False when somebody else was faster: the version in the WHERE decides. */
export async function writeMemory(
  tx: Tx,
  { id, version }: { id: string; version: number },
  changes: Partial<Pick<MemoryRecord, "text" | "alwaysInject" | "shared">>,
  at: Date,
): Promise<boolean> {
  const { text, alwaysInject, shared } = changes
  const { rows } = await tx.execute(sql`
    UPDATE ai.memory SET text = coalesce(${text ?? null}, text),
      always_inject = coalesce(${alwaysInject ?? null}::boolean, always_inject),
      shared = coalesce(${shared ?? null}::boolean, shared),
      version = version + 1, updated_at = ${at.toISOString()}::timestamptz
    WHERE id = ${id}::uuid AND version = ${version} RETURNING id`)
  return rows.length > 0
}

export async function removeMemory(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`DELETE FROM ai.memory WHERE id = ${id}::uuid RETURNING id`)
  return rows.length > 0
}

/** What was theirs alone goes; what they shared is everyone's by now. */
export async function forgetMemoryOf(tx: Tx, personId: string): Promise<number> {
  const { rows } = await tx.execute(
    sql`DELETE FROM ai.memory m WHERE ${isOwn(personId)} AND NOT m.shared RETURNING m.id`,
  )
  return rows.length
}

interface Row extends Record<string, unknown> {
  id: string
  ownerId: string
  ownerName: string
  thingType: string | null
  thingId: string | null
  text: string
  shared: boolean
  alwaysInject: boolean
  source: "person" | "assistant"
  version: number
  createdAt: string
  updatedAt: string
}

const SORT_COLUMNS = {
  updatedAt: { expression: sql`m.updated_at`, type: "timestamptz" },
  createdAt: { expression: sql`m.created_at`, type: "timestamptz" },
} as const

const NAMED = sql`ai.memory m LEFT JOIN platform.person p ON p.id = m.owner_id`
const COLUMNS = sql`m.id, m.owner_id AS "ownerId", coalesce(p.name, 'Somebody who left') AS "ownerName",
  m.thing_type AS "thingType", m.thing_id AS "thingId", m.text, m.shared, m.always_inject AS "alwaysInject", m.source,
  m.version, ${instant(sql`m.created_at`)} AS "createdAt", ${instant(sql`m.updated_at`)} AS "updatedAt"`

function toRecord(row: Row): MemoryRecord {
  const { thingType, thingId, id, ownerId, ownerName, text, shared, alwaysInject, source, version } = row
  const thing = thingType !== null && thingId !== null ? { type: thingType, id: thingId } : null
  const { createdAt, updatedAt } = row
  return { id, ownerId, ownerName, thing, text, shared, alwaysInject, source, version, createdAt, updatedAt }
}

function isOwn(personId: string | null): SQL {
  return personId === null ? sql`false` : sql`(m.owner_id = ${personId}::uuid)`
}

function isSeen({ seen }: MemorySight): SQL {
  return sql`(m.thing_type IS NULL OR (m.thing_type || ':' || m.thing_id) = ANY(${sql.param([...seen])}::text[]))`
}

function isAbout({ type, id }: ThingRef): SQL {
  return sql`(m.thing_type = ${type} AND m.thing_id = ${id})`
}

function instant(column: SQL): SQL {
  return sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`
}

/** Any of the words, by its beginning. Quoted, so that nothing typed is taken for an operator. */
function tsQuery(query: string): string | null {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length === 0 ? null : [...new Set(words)].map((word) => `'${word}':*`).join(" | ")
}
