import { type SQL, sql } from "drizzle-orm"
import type { AuditLine, AuditRecord } from "../contract/platform/audit.ts"
import type { Tx } from "../db/database.ts"
import { keyset, type Page, type PageRequest } from "../db/keyset.ts"
import {
  AT_OF_ALL,
  AT_OF_FILTERED,
  type AuditFilters,
  auditConditions,
  isNarrowed,
  textCondition,
} from "./audit-filters.ts"

type AuditRequest = PageRequest & AuditFilters

export async function listAuditLines(tx: Tx, request: AuditRequest): Promise<Page<AuditLine>> {
  return await readPage(tx, request, LINE_COLUMNS, toLine)
}

export async function listAuditRecords(tx: Tx, request: AuditRequest): Promise<Page<AuditRecord>> {
  return await readPage(tx, request, RECORD_COLUMNS, toRecord)
}

export async function findAuditRecord(tx: Tx, id: string): Promise<AuditRecord | null> {
  const result = await tx.execute<AuditRow>(
    sql`SELECT ${RECORD_COLUMNS} FROM platform.audit a WHERE a.id = ${id}::bigint`,
  )
  return result.rows[0] ? toRecord(result.rows[0]) : null
}

// Where a word is common, these hold a page of it; checking more of them would cost more than asking the index.
const LATEST_CHECKED_FOR_TEXT = 1_000

async function readPage<Item>(
  tx: Tx,
  request: AuditRequest,
  columns: SQL,
  toItem: (row: AuditRow) => Item,
): Promise<Page<Item>> {
  const actions = request.action ? await actionsBeginningWith(tx, request.action) : null
  const text = textCondition(request.text)
  const run = async (at: SQL, options: { latest?: number; inIndex?: SQL }) => {
    const page = keyset(request, { at: { expression: at, type: "timestamptz" } }, ID)
    const order = sql.join(page.orderBy, sql`, `)
    const limit = options.latest ?? page.limit
    const keys = (action?: SQL) => sql`SELECT a.id, a.at FROM platform.audit a
      WHERE ${page.where(action, auditConditions(request, at), options.inIndex) ?? sql`true`}
      ORDER BY ${order} LIMIT ${limit}`
    // Each action's rows are in order in the index, those of several are not: merge the first of each.
    const merged = sql`SELECT a.id, a.at FROM unnest(${sql.param(actions)}::text[]) AS wanted(action)
      CROSS JOIN LATERAL (${keys(sql`a.action = wanted.action`)}) a ORDER BY ${order} LIMIT ${limit}`
    const chosen = actions === null ? keys() : actions.length === 1 ? keys(sql`a.action = ${actions[0]}`) : merged
    const result = await tx.execute<AuditRow & { mark: string }>(sql`
      SELECT ${columns}, ${page.mark} AS mark FROM (${chosen}) AS chosen JOIN platform.audit a ON a.id = chosen.id
      WHERE ${options.latest ? text : sql`true`} ORDER BY ${order} LIMIT ${page.limit}`)
    return { full: result.rows.length === page.limit, page: page.toPage(result.rows, (row) => row.id, toItem) }
  }

  const at = isNarrowed(request) ? AT_OF_FILTERED : AT_OF_ALL
  if (!text) return (await run(at, {})).page
  const latest = await run(at, { latest: LATEST_CHECKED_FOR_TEXT })
  return latest.full ? latest.page : (await run(AT_OF_FILTERED, { inIndex: text })).page
}

export interface AuditFacets {
  actions: string[]
  thingTypes: string[]
  transports: AuditLine["transport"][]
  principals: AuditLine["principal"][]
}

const MOST_PRINCIPALS = 500

/** What occurs in the log, by skipping from each value to the next in an index: the number of rows plays no part. */
export async function readAuditFacets(tx: Tx): Promise<AuditFacets> {
  const actions = await distinct(tx, sql`action`)
  const thingTypes = await distinct(tx, sql`thing_type`)
  const transports = await distinct(tx, sql`transport`, sql`AND transport <> 'http'`)
  const result = await tx.execute<AuditLine["principal"] & Record<string, unknown>>(sql`
    SELECT last.kind, last.id, last.name
    FROM (${distinctQuery(sql`principal_id`)} LIMIT 10000) AS one
    CROSS JOIN LATERAL (
      SELECT principal_kind AS kind, principal_id AS id, principal_name AS name FROM platform.audit
      WHERE principal_id = one.value ORDER BY at DESC, id DESC LIMIT 1) AS last
    ORDER BY last.name, last.id LIMIT ${MOST_PRINCIPALS}`)
  return {
    actions,
    thingTypes,
    transports: ["http", ...transports] as AuditFacets["transports"],
    principals: result.rows,
  }
}

async function actionsBeginningWith(tx: Tx, prefix: string): Promise<string[]> {
  const actions = await distinct(tx, sql`action`)
  return actions.includes(prefix) ? [prefix] : actions.filter((action) => action.startsWith(prefix))
}

async function distinct(tx: Tx, column: SQL, condition?: SQL): Promise<string[]> {
  const result = await tx.execute<{ value: string }>(distinctQuery(column, condition))
  return result.rows.map((row) => row.value)
}

function distinctQuery(column: SQL, condition = sql``): SQL {
  return sql`
    WITH RECURSIVE found AS (
      (SELECT ${column} AS value FROM platform.audit WHERE ${column} IS NOT NULL ${condition} ORDER BY ${column} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${column} FROM platform.audit WHERE ${column} > found.value ${condition} ORDER BY ${column} LIMIT 1)
      FROM found WHERE found.value IS NOT NULL
    )
    SELECT value FROM found WHERE value IS NOT NULL`
}

interface AuditRow extends Record<string, unknown> {
  id: string
  at: Date
  principal_kind: AuditLine["principal"]["kind"]
  principal_id: string
  principal_name: string
  transport: AuditLine["transport"]
  correlation_id: string
  action: string
  effect: AuditLine["effect"]
  outcome: AuditLine["outcome"]
  thing_type: string | null
  thing_id: string | null
  thing_name: string | null
  note: string | null
  before?: AuditRecord["before"]
  after?: AuditRecord["after"]
}

const ID = { expression: sql`a.id`, type: "bigint" } as const

const LINE_COLUMNS = sql`a.id, a.at, a.principal_kind, a.principal_id, a.principal_name, a.transport, a.correlation_id,
  a.action, a.effect, a.outcome, a.thing_type, a.thing_id, a.thing_name, a.note`
const RECORD_COLUMNS = sql`${LINE_COLUMNS}, a.before, a.after`

function toLine(row: AuditRow): AuditLine {
  return {
    id: String(row.id),
    at: new Date(row.at).toISOString(),
    principal: { kind: row.principal_kind, id: row.principal_id, name: row.principal_name },
    transport: row.transport,
    correlationId: row.correlation_id,
    action: row.action,
    effect: row.effect,
    outcome: row.outcome,
    thing: { type: row.thing_type, id: row.thing_id, name: row.thing_name },
    note: row.note,
  }
}

function toRecord(row: AuditRow): AuditRecord {
  return { ...toLine(row), before: row.before ?? null, after: row.after ?? null }
}
