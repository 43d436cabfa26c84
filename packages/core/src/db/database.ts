import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import pg from "pg"

/** What store functions take: it speaks SQL inside the verb's transaction. */
export type Tx = NodePgDatabase

export interface Database {
  readonly pool: pg.Pool
  /** Outside any verb: for the platform's own bookkeeping only (leases, caches, start-up). */
  readonly direct: Tx
  readonly config: pg.ClientConfig
  readonly deadlines: Deadlines
  close(): Promise<void>
}

export interface Deadlines {
  /** How long to ask what became of a COMMIT whose answer was lost: a restart of Postgres takes a few seconds. */
  readonly commitMs: number
}

const DEADLINES: Deadlines = { commitMs: 10_000 }

// A verb that hangs must not hold its locks for ever; both bounds are far above any statement we run.
const SESSION_OPTIONS = "-c statement_timeout=60000 -c idle_in_transaction_session_timeout=120000"

export function openDatabase(
  config: pg.ClientConfig,
  options: { poolSize?: number; onError(error: Error): void; deadlines?: Partial<Deadlines> },
): Database {
  const pool = new pg.Pool({
    application_name: "countersign",
    ...config,
    options: [config.options, SESSION_OPTIONS].filter(Boolean).join(" "),
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    // Statements that nobody waited between travel together.
    pipeline: true,
    idleTimeoutMillis: 60_000,
  })
  // Idle connections report a database that goes away here; without a listener the process would end.
  pool.on("error", options.onError)
  pool.on("connect", (client) => client.on("error", options.onError))
  return {
    pool,
    direct: drizzle({ client: pool }),
    config,
    deadlines: { ...DEADLINES, ...options.deadlines },
    close: () => pool.end(),
  }
}
