import { createHash, timingSafeEqual } from "node:crypto"
import type { Hono } from "hono"
import type { Database } from "../db/database.ts"
import { databaseError, ForbiddenError, UnavailableError } from "../errors.ts"
import type { Metrics } from "../metrics.ts"
import type { AppEnv } from "./app.ts"

export type Phase = "starting" | "running" | "stopping"

export interface Health {
  phase: Phase
  /** Throws the sentence that says why requests cannot be served right now. */
  check(): Promise<void>
}

// Probes of several collectors share one question to the database.
const CACHE_MS = 1_000
const PATIENCE_MS = 2_000

export function createHealth(database: Database): Health {
  let known: { at: number; answer: Promise<void> } | undefined

  async function askDatabase(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${PATIENCE_MS / 1000} seconds.`)), PATIENCE_MS)
    })
    try {
      await Promise.race([demandWritable(database), tooLong])
    } catch (error) {
      if (error instanceof UnavailableError) throw error
      throw new UnavailableError(
        `The database cannot be reached: ${(error as Error).message} Requests are answered again as soon as it is back.`,
        error,
      )
    } finally {
      clearTimeout(timer)
    }
  }

  const health: Health = {
    phase: "starting",
    async check() {
      if (health.phase === "starting")
        throw new UnavailableError("Countersign is starting: the database is being brought up to date.")
      if (health.phase === "stopping") throw new UnavailableError("Countersign is stopping; another pod takes over.")
      if (!known || Date.now() - known.at > CACHE_MS) {
        known = { at: Date.now(), answer: askDatabase() }
        known.answer.catch(() => {})
      }
      await known.answer
    },
  }
  return health
}

/**
 * Costs a read. Whether the disk is full is seen only by writing, so it is tried as soon as somebody's change was refused
 * for it, and until it succeeds: an empty table is made anew, which takes room, and undone.
 */
async function demandWritable({ pool, troubles }: Database): Promise<void> {
  const { rows } = await pool.query<{ refuses: boolean }>(
    "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS refuses",
  )
  if (rows[0]?.refuses)
    throw new UnavailableError("The database takes no changes: it is read-only. Reads are answered.", undefined, 10)
  if (!troubles.diskFull) return
  const client = await pool.connect()
  try {
    await client.query("BEGIN; TRUNCATE platform.write_probe; INSERT INTO platform.write_probe VALUES ('x'); ROLLBACK")
    troubles.diskFull = false
    client.release()
  } catch (error) {
    client.release(true)
    // Another server tries it at this moment, and holds the table.
    if (databaseError(error)?.code !== "55P03")
      throw new UnavailableError("The database's disk is full, so nothing can be saved. Make room.", error, 30)
  }
}

/** For orchestrators and collectors: process up, fit for traffic, numbers. */
export function mountHealth(
  app: Hono<AppEnv>,
  options: { health: Health; metrics: Metrics; metricsToken: string | null },
): void {
  app.get("/healthz", (c) => c.json({ status: "ok" }, 200, { "cache-control": "no-store" }))
  app.get("/readyz", async (c) => {
    await options.health.check()
    return c.json({ status: "ok" }, 200, { "cache-control": "no-store" })
  })
  app.get("/metrics", async (c) => {
    if (!mayReadMetrics(c.req.raw, c.env.address, options.metricsToken))
      throw new ForbiddenError("Metrics are read from this machine itself, or with METRICS_TOKEN as bearer token.")
    const text = await options.metrics.render()
    return c.body(text, 200, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
    })
  })
}

function mayReadMetrics(request: Request, address: string, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1]
  if (given !== undefined) return token !== null && same(given, token)
  // Through a proxy on this machine everybody comes from loopback.
  const proxied = ["forwarded", "x-forwarded-for", "x-real-ip", "via"].some((name) => request.headers.has(name))
  return !proxied && /^(::ffff:)?127\.|^::1$/.test(address)
}

/** By digest, so that neither length nor content shows in the time it takes. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
