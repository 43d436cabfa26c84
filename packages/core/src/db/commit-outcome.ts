import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"

/** The connection was lost while a COMMIT was under way, and this is what became of it. */
export class CommitLostError extends Error {
  override readonly name = "CommitLostError"
  readonly outcome: "aborted" | "unknown"

  constructor(outcome: "aborted" | "unknown", cause: unknown) {
    super(
      outcome === "aborted"
        ? "The connection was lost before the transaction was committed."
        : "The connection was lost while the transaction was being committed, and what became of it is not known.",
      { cause },
    )
    this.outcome = outcome
  }
}

const ASK_AGAIN_MS = 100
const TIMEOUT_MS = 2_000

/**
 * What became of a transaction whose COMMIT was not answered, asked on a fresh connection until it is decided. A backend
 * that has not heard of the lost connection would keep it open, so it is ended: then it has committed, or it never will.
 */
export async function commitOutcome(
  config: pg.ClientConfig,
  id: string,
  patienceMs: number,
): Promise<"committed" | "aborted" | "unknown"> {
  const until = performance.now() + patienceMs
  for (;;) {
    const status = await ask(config, id)
    if (status === "committed" || status === "aborted" || status === "unknown") return status
    if (performance.now() > until) return "unknown"
    await pause(ASK_AGAIN_MS)
  }
}

async function ask(config: pg.ClientConfig, id: string): Promise<string> {
  const client = new pg.Client({
    ...config,
    application_name: "countersign commit",
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  client.on("error", () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ status: string | null }>("SELECT pg_xact_status($1::xid8) AS status", [id])
    // Null: so long ago that the database has forgotten it.
    const status = rows[0]?.status ?? "unknown"
    if (status === "in progress")
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_xid = $1::xid8::xid AND datname = current_database()",
        [id],
      )
    return status
  } catch (error) {
    // An id this database has never given: another one has taken its place.
    return error instanceof pg.DatabaseError && error.severity === "ERROR" ? "unknown" : "unreachable"
  } finally {
    // Not awaited: ending a connection whose other side is gone can take as long as TCP likes.
    client.end().catch(() => {})
  }
}
