import { AsyncLocalStorage } from "node:async_hooks"
import pg from "pg"

export interface Statement {
  /** Set where the driver prepares it once for each connection. */
  name?: string
  text: string
  values?: unknown[]
}

/**
 * The statements a call sends, taken from the driver: what the peer replays is what we run, not what somebody believes
 * we run. Up to its COMMIT, or all until it has answered. What the platform does meanwhile on its own account is left
 * out, and so is news to other servers: it travels in batches of its own, not with a call.
 */
export async function recordStatements(
  call: () => Promise<unknown>,
  until: "commit" | "answer" = "commit",
): Promise<Statement[]> {
  const original = pg.Client.prototype.query
  const statements: Statement[] = []
  const calling = new AsyncLocalStorage<true>()
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | (Statement & { opens?: string }), unknown[] | undefined]
    const { name, text, values: own } = typeof first === "string" ? { text: first } : first
    const values = Array.isArray(second) ? second : own
    const over = until === "commit" && statements.at(-1)?.text === "COMMIT"
    if (calling.getStore() && !over && name !== "publish-signals") {
      // The beginning of a transaction that its first statement brings along.
      if (typeof first !== "string" && first.opens) statements.push({ text: first.opens })
      statements.push({ ...(name ? { name } : {}), text, ...(values ? { values } : {}) })
    }
    return (original as (...args: unknown[]) => unknown).apply(this, args)
  } as typeof original
  try {
    await calling.run(true, call)
  } finally {
    pg.Client.prototype.query = original
  }
  return statements
}

/** By the name it is prepared under: its text may change with every migration. */
export function demandStatement(statements: readonly Statement[], name: string): Statement {
  const found = statements.find((statement) => statement.name === name)
  if (found) return found
  const sent = statements.map((statement) => statement.name ?? "(no name)").join(", ")
  throw new Error(`No statement named "${name}" was sent, so there is nothing to compare. Sent were: ${sent}.`)
}

/** What differs from run to run, by its name: the replay puts a value of its own in each place. */
export function withMarks(statements: readonly Statement[], marks: Record<string, string>): Statement[] {
  let text = JSON.stringify(statements)
  for (const [name, value] of Object.entries(marks)) text = text.replaceAll(value, `{{${name}}}`)
  return JSON.parse(text)
}
