import { type CleanedWhere, createAdapterFactory } from "better-auth/adapters"
import { type SQL, sql } from "drizzle-orm"
import { hashToken } from "../one-time-token.ts"
import { authTransaction } from "./auth-transaction.ts"
import { SESSION_TERM } from "./session-term.ts"

/**
 * Better Auth over our tables. Names follow ours (`platform.person`, `person_id`), session tokens are kept as
 * hashes only, and what expires does so by the database's clock.
 */
export const authDatabase = createAdapterFactory({
  config: { adapterId: "countersign", supportsUUIDs: true, supportsJSON: true, transaction: false },
  adapter: () => ({
    async create({ model, data }) {
      const entries = Object.entries(data).filter(([, value]) => value !== undefined)
      const columns = list(entries.map(([field]) => columnOf(model, field)))
      const values = list(entries.map(([field, value]) => toStored(model, field, value)))
      const [row] = await query(
        sql`INSERT INTO ${tableOf(model)} (${columns}) VALUES (${values}) RETURNING ${everything(model)}`,
      )
      return restore(model, row!, data.token) as typeof data
    },
    async findOne({ model, where }) {
      const [row] = await query(
        sql`SELECT ${everything(model)} FROM ${tableOf(model)} WHERE ${conditionOf(model, where)} LIMIT 1`,
      )
      return row ? (restore(model, row, tokenIn(where)) as never) : null
    },
    async findMany({ model, where, limit, offset, sortBy }) {
      const order = sortBy
        ? sql`ORDER BY ${columnOf(model, sortBy.field)} ${sql.raw(sortBy.direction === "desc" ? "DESC" : "ASC")}`
        : sql``
      const rows =
        await query(sql`SELECT ${everything(model)} FROM ${tableOf(model)} WHERE ${conditionOf(model, where)} ${order}
        LIMIT ${limit} OFFSET ${offset ?? 0}`)
      return rows.map((row) => restore(model, row)) as never
    },
    async count({ model, where }) {
      const [row] = await query(
        sql`SELECT count(*)::int AS n FROM ${tableOf(model)} WHERE ${conditionOf(model, where)}`,
      )
      return Number(row?.n)
    },
    async update({ model, where, update }) {
      const [row] = await query(sql`UPDATE ${tableOf(model)} SET ${assignments(model, update as object)}
        WHERE ${conditionOf(model, where)} RETURNING ${everything(model)}`)
      return row ? (restore(model, row, tokenIn(where)) as never) : null
    },
    async updateMany({ model, where, update }) {
      return affected(
        sql`UPDATE ${tableOf(model)} SET ${assignments(model, update)} WHERE ${conditionOf(model, where)}`,
      )
    },
    async incrementOne({ model, where, increment, set = {} }) {
      const steps = Object.entries(increment).map(
        ([field, step]) => sql`${columnOf(model, field)} = coalesce(${columnOf(model, field)}, 0) + ${step}`,
      )
      const changes = Object.keys(set).length > 0 ? [...steps, assignments(model, set)] : steps
      const [row] = await query(sql`UPDATE ${tableOf(model)} SET ${list(changes)}
        WHERE ${conditionOf(model, where)} RETURNING ${everything(model)}`)
      return row ? (restore(model, row) as never) : null
    },
    async consumeOne({ model, where }) {
      const [row] = await query(sql`DELETE FROM ${tableOf(model)} WHERE id = (SELECT id FROM ${tableOf(model)}
        WHERE ${conditionOf(model, where)} LIMIT 1 FOR UPDATE) RETURNING ${everything(model)}`)
      return row ? (restore(model, row, tokenIn(where)) as never) : null
    },
    async delete({ model, where }) {
      await affected(sql`DELETE FROM ${tableOf(model)} WHERE ${conditionOf(model, where)}`)
    },
    deleteMany: ({ model, where }) => affected(sql`DELETE FROM ${tableOf(model)} WHERE ${conditionOf(model, where)}`),
  }),
})

type Row = Record<string, unknown>

const TABLES: Record<string, string> = { user: "person" }
const COLUMNS: Record<string, string> = {
  userId: "person_id",
  credentialID: "credential_id",
  "session.token": "token_hash",
  "session.ipAddress": "address",
}
const FIELDS = Object.fromEntries(
  Object.entries(COLUMNS).map(([field, column]) => {
    const [model, name] = field.includes(".") ? field.split(".") : [undefined, field]
    return [model ? `${model}.${column}` : column, name!]
  }),
)
const EXPIRING = new Set(["session", "verification"])
const OPERATORS: Record<string, string> = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" }

async function query(statement: SQL): Promise<Row[]> {
  return (await authTransaction().execute<Row>(statement)).rows
}

async function affected(statement: SQL): Promise<number> {
  return (await authTransaction().execute(statement)).rowCount ?? 0
}

function tableOf(model: string): SQL {
  return sql`platform.${sql.identifier(TABLES[model] ?? toSnake(model))}`
}

function columnOf(model: string, field: string): SQL {
  return sql`${sql.identifier(COLUMNS[`${model}.${field}`] ?? COLUMNS[field] ?? toSnake(field))}`
}

/** How long a row still lives is asked of the database, so that a pod whose clock is off judges like the others. */
function everything(model: string): SQL {
  if (!EXPIRING.has(model)) return sql`*`
  return sql`*, (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::double precision AS expires_in_ms`
}

function toStored(model: string, field: string, value: unknown): SQL {
  if (field === "createdAt" || field === "updatedAt") return sql`now()`
  if (model === "session" && field === "expiresAt") return sql`now() + ${SESSION_TERM}`
  return toCompared(model, field, value)
}

function toCompared(model: string, field: string, value: unknown): SQL {
  if (model === "session" && field === "token") return sql`${hashToken(String(value))}`
  if (EXPIRING.has(model) && field === "expiresAt" && value instanceof Date)
    return sql`clock_timestamp() + ${value.getTime() - Date.now()} * interval '1 millisecond'`
  return sql`${value}`
}

function assignments(model: string, changes: object): SQL {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined)
  return list(entries.map(([field, value]) => sql`${columnOf(model, field)} = ${toStored(model, field, value)}`))
}

function conditionOf(model: string, where: readonly CleanedWhere[] = []): SQL {
  const [first, ...rest] = where
  if (!first) return sql`true`
  return rest.reduce(
    (all, part) => sql`${all} ${sql.raw(part.connector === "OR" ? "OR" : "AND")} ${comparison(model, part)}`,
    comparison(model, first),
  )
}

function comparison(model: string, { field, operator, value, mode }: CleanedWhere): SQL {
  const insensitive = mode === "insensitive" && typeof value === "string"
  const column = insensitive ? sql`lower(${columnOf(model, field)})` : columnOf(model, field)
  const text = insensitive ? value.toLowerCase() : value
  // Better Auth passes on what it was sent: a list or nothing at all would become part of the statement.
  if (value === undefined) return sql`false`
  if (value === null) return sql`${column} IS ${sql.raw(operator === "ne" ? "NOT NULL" : "NULL")}`
  if (operator === "in" || operator === "not_in") {
    const values = (Array.isArray(value) ? value : [value]).map((one) => toCompared(model, field, one))
    if (values.length === 0) return sql.raw(operator === "in" ? "false" : "true")
    return sql`${column} ${sql.raw(operator === "in" ? "IN" : "NOT IN")} (${list(values)})`
  }
  if (Array.isArray(value)) return sql`false`
  if (operator === "contains") return sql`position(${text} in ${column}) > 0`
  if (operator === "starts_with") return sql`starts_with(${column}, ${text})`
  if (operator === "ends_with") return sql`right(${column}, length(${text}::text)) = ${text}`
  return sql`${column} ${sql.raw(OPERATORS[operator] ?? "=")} ${toCompared(model, field, text)}`
}

/** The token a caller looked a session up by; the row itself knows only its hash. */
function tokenIn(where: readonly CleanedWhere[]): unknown {
  return where.find(({ field, operator }) => field === "token" && operator === "eq")?.value
}

function restore(model: string, row: Row, token?: unknown): Row {
  const { expires_in_ms: expiresInMs, ...columns } = row
  const fields = Object.entries(columns).map(([column, value]) => {
    const field = FIELDS[`${model}.${column}`] ?? FIELDS[column] ?? toCamel(column)
    const instant = typeof value === "string" && /_(at|until)$/.test(column)
    return [field, instant ? new Date(value) : value] as const
  })
  const restored: Row = Object.fromEntries(fields)
  if (typeof expiresInMs === "number") restored.expiresAt = new Date(Date.now() + expiresInMs)
  if (model === "session" && token !== undefined) restored.token = token
  return restored
}

function list(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `)
}

function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function toCamel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
