import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import pg from "pg"
import { createShares, LEFT_FOR_OTHERS, type Shares } from "./shares.ts"

/** What store functions take: it speaks SQL inside the verb's transaction. */
export type Tx = NodePgDatabase

export interface Database {
  readonly pool: pg.Pool
  /** Outside any verb: for the platform's own bookkeeping only (leases, caches, start-up). */
  readonly direct: Tx
  /** Two connections that nothing else takes: who is calling, and whether we are well, is answered under any load. */
  readonly vital: { readonly pool: pg.Pool; readonly direct: Tx }
  readonly shares: Shares
  /** What statements have met, until somebody finds it mended. */
  readonly troubles: { diskFull: boolean }
  readonly config: pg.ClientConfig
  readonly deadlines: Deadlines
  /** One of its own, whose statements may take as long as they like: for migrations and the like. `release` closes it. */
  connectPatiently(): Promise<pg.ClientBase & { release(): void }>
  /** For work with a life of its own: its statements may take as long as those of jobs. Whoever opens it ends it. */
  openPool(options: { connections: number; name: string }): pg.Pool
  /** Something on the way to the database fell silent: idle connections that no longer answer are replaced. */
  suspectIdle(): void
  close(): Promise<void>
}

export interface Deadlines {
  /** Far above any statement of a verb; jobs have `jobMs`. */
  readonly statementMs: number
  /** Whoever waits longer for a lock had better come back. */
  readonly lockMs: number
  /** After that long the connection counts as dead: a database that answers has refused the statement before. */
  readonly answerMs: number
  readonly jobMs: number
  /** How long to wait for a free connection, or for a new one. */
  readonly connectMs: number
  /** How long to ask what became of a COMMIT whose answer was lost: a restart of Postgres takes a few seconds. */
  readonly commitMs: number
  /** How long a connection that nobody needs stays open; one always does. */
  readonly idleMs: number
}

const DEADLINES: Deadlines = {
  statementMs: 10_000,
  lockMs: 5_000,
  answerMs: 12_000,
  jobMs: 60_000,
  connectMs: 5_000,
  commitMs: 10_000,
  // A backend that served a while holds 4 to 6 MB. Whoever served last serves next, so those that are needed stay.
  idleMs: 10_000,
}

const VITAL_CONNECTIONS = 2
// Every statement there reads a few rows by their key, and everybody waits for it.
const VITAL_DEADLINES = { statementMs: 5_000, lockMs: 2_000, answerMs: 6_000 }
const PING_MS = 2_000

export function openDatabase(
  config: pg.ClientConfig,
  options: { poolSize?: number; onError(error: Error): void; deadlines?: Partial<Deadlines> },
): Database {
  const deadlines = { ...DEADLINES, ...options.deadlines }
  const poolSize = options.poolSize ?? 10
  const asked = new WeakSet<pg.ClientBase>()
  const main = openPool(poolSize + LEFT_FOR_OTHERS, deadlines)
  const vital = openPool(VITAL_CONNECTIONS, { ...deadlines, ...VITAL_DEADLINES })
  return {
    pool: main.pool,
    direct: drizzle({ client: main.pool }),
    vital: { pool: vital.pool, direct: drizzle({ client: vital.pool }) },
    shares: createShares(poolSize, deadlines.connectMs),
    troubles: { diskFull: false },
    config,
    deadlines,
    connectPatiently: () => connectPatiently(config),
    openPool: ({ connections, name }) =>
      openPool(
        connections,
        { ...deadlines, statementMs: deadlines.jobMs, lockMs: deadlines.jobMs, answerMs: deadlines.jobMs + 2_000 },
        name,
      ).pool,
    suspectIdle,
    async close() {
      await Promise.all([main.pool.end(), vital.pool.end()])
    },
  }

  function openPool(max: number, { connectMs, answerMs, idleMs, ...others }: Deadlines, name?: string) {
    const idle = new Set<pg.ClientBase>()
    const pool = new pg.Pool({
      application_name: name ? `countersign ${name}` : "countersign",
      ...config,
      options: [config.options, sessionOptions(others)].filter(Boolean).join(" "),
      max,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      // Statements that nobody waited between travel together.
      pipeline: true,
      idleTimeoutMillis: idleMs,
      min: 1,
    })
    // Idle connections report a database that goes away here; without a listener the process would end.
    pool.on("error", options.onError)
    pool.on("connect", (client) =>
      client.on("error", (error) => {
        options.onError(error)
        suspectIdle()
      }),
    )
    pool.on("acquire", (client) => idle.delete(client))
    pool.on("release", (error, client) => !error && idle.add(client))
    pool.on("remove", (client) => idle.delete(client))
    return { pool, idle }
  }

  /** A ping that is not answered closes the connection, and the pool forgets it. */
  function suspectIdle(): void {
    for (const client of [...main.idle, ...vital.idle]) {
      if (asked.has(client)) continue
      asked.add(client)
      const ping = { text: "SELECT 1", query_timeout: PING_MS } as pg.QueryConfig
      client.query(ping).then(
        () => asked.delete(client),
        () => {},
      )
    }
  }
}

/**
 * A verb that hangs must not hold its locks for ever. The last four let Postgres notice a server of ours that went away
 * without a word, and undo what it had begun; over a Unix socket they mean nothing.
 */
function sessionOptions({ statementMs, lockMs }: Pick<Deadlines, "statementMs" | "lockMs">): string {
  return Object.entries({
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: 120_000,
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
    tcp_user_timeout: 10_000,
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ")
}

async function connectPatiently(config: pg.ClientConfig): Promise<pg.ClientBase & { release(): void }> {
  const client = new pg.Client({ application_name: "countersign", keepAlive: true, ...config })
  client.on("error", () => {})
  await client.connect()
  return Object.assign(client, { release: () => void client.end().catch(() => {}) })
}
