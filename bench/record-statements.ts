import pg from "pg"

export interface Statement {
  text: string
  values?: unknown[]
}

/**
 * The statements a call sends up to its COMMIT, taken from the driver: what the peer replays is what we run, not what
 * somebody believes we run.
 */
export async function recordStatements(call: () => Promise<unknown>): Promise<Statement[]> {
  const original = pg.Client.prototype.query
  const statements: Statement[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    const text = typeof first === "string" ? first : first.text
    const values = Array.isArray(second) ? second : typeof first === "string" ? undefined : first.values
    if (statements.at(-1)?.text !== "COMMIT") statements.push({ text, ...(values ? { values } : {}) })
    return (original as (...args: unknown[]) => unknown).apply(this, args)
  } as typeof original
  try {
    await call()
  } finally {
    pg.Client.prototype.query = original
  }
  return statements
}
