import { and, type SQL, sql } from "drizzle-orm"
import type { AuditLine, AuditRecord } from "../contract/platform/audit.ts"
import type { Tx } from "../db/database.ts"
import { keyset, type Page, type PageRequest } from "../db/keyset.ts"
import {
  AT_OF_ALL,
  AT_OF_FILTERED,
  type AuditFilters,
  auditConditions,
  isNarrowed,
  textConditions,
  UNSIGNED,
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

// A common word fills a page from these; for a rarer one its index is cheaper. The latest rows of all lie side by side
// in the table, those that a filter leaves each on a page of their own.
const LATEST_OF_ALL = 4_000
const LATEST_OF_FILTERED = 1_000

type Keyset = ReturnType<typeof keyset>

async function readPage<Item>(
  tx: Tx,
  request: AuditRequest,
  columns: SQL,
  toItem: (row: AuditRow) => Item,
): Promise<Page<Item>> {
  const actions = request.action ? await actionsBeginningWith(tx, request.action) : null
  const text = textConditions(request.text)

  const read = async (at: SQL, choose: (page: Keyset) => SQL) => {
    const page = keyset(request, { at: { expression: at, type: "timestamptz" } }, ID)
    const result = await tx.execute<AuditRow & { mark: string }>(sql`
      SELECT ${columns}, ${page.mark} AS mark FROM (${choose(page)}) AS chosen JOIN platform.audit a ON a.id = chosen.id
      ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
    return { full: result.rows.length === page.limit, page: page.toPage(result.rows, (row) => row.id, toItem) }
  }
  const keys = (page: Keyset, at: SQL, limit: number, options: { where?: SQL | undefined; more?: SQL }) => sql`
    SELECT a.id, ${at} AS at ${options.more ?? sql``} FROM platform.audit a
    WHERE ${page.where(auditConditions(request, at), options.where) ?? sql`true`}
    ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${limit}`

  const at = isNarrowed(request) ? AT_OF_FILTERED : AT_OF_ALL
  if (!text && actions && actions.length > 1)
    // Each action's rows are in order in the index, those of several are not: merge the first of each.
    return (
      await read(at, (page) => {
        const ofOne = keys(page, at, page.limit, { where: sql`a.action = wanted.action` })
        return sql`SELECT a.id FROM unnest(${sql.param(actions)}::text[]) AS wanted(action) CROSS JOIN LATERAL (${ofOne}) a
          ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`
      })
    ).page
  const action = actions ? actionCondition(actions) : undefined
  if (!text) return (await read(at, (page) => keys(page, at, page.limit, { where: action }))).page

  const narrowed = isNarrowed({ ...request, action: actions?.length === 1 ? request.action : undefined })
  const walk = narrowed ? AT_OF_FILTERED : AT_OF_ALL
  const direction = sql.raw((request.direction === "asc") !== (request.before !== undefined) ? "ASC" : "DESC")
  const latest = await read(walk, (page) => {
    const limit = narrowed ? LATEST_OF_FILTERED : LATEST_OF_ALL
    const candidates = keys(page, walk, limit, { where: action, more: sql`, a.thing_name, a.note` })
    return sql`SELECT a.id FROM (${candidates}) a WHERE ${and(text.quick, text.exact)}
      ORDER BY a.at ${direction}, a.id ${direction} LIMIT ${page.limit}`
  })
  if (latest.full) return latest.page
  const byIndex = and(action, text.exact)
  return (await read(AT_OF_FILTERED, (page) => keys(page, AT_OF_FILTERED, page.limit, { where: byIndex }))).page
}

/** One action as an equation: only then are its rows in order in the index. */
function actionCondition(actions: readonly string[]): SQL {
  return actions.length === 1 ? sql`a.action = ${actions[0]}` : sql`a.action = ANY (${sql.param([...actions])}::text[])`
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
  unsigned: boolean
  before?: AuditRecord["before"]
  after?: AuditRecord["after"]
}

const ID = { expression: sql`a.id`, type: "bigint" } as const

const LINE_COLUMNS = sql`a.id, a.at, a.principal_kind, a.principal_id, a.principal_name, a.transport, a.correlation_id,
  a.action, a.effect, a.outcome, a.thing_type, a.thing_id, a.thing_name, a.note, ${UNSIGNED} AS unsigned`
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
    unsigned: row.unsigned,
  }
}

function toRecord(row: AuditRow): AuditRecord {
  return { ...toLine(row), before: row.before ?? null, after: row.after ?? null }
}
