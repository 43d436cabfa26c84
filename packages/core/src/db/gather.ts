import pg from "pg"
import type { Database } from "./database.ts"

/** In one statement, each with its answer in its place. */
export type RunMany<Item, Answer> = (database: Database, items: readonly Item[]) => Promise<readonly Answer[]>

interface Waiting<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(error: unknown): void
}

const MOST_AT_ONCE = 100

/**
 * Small statements that many turns need at the same moment, as one: what is asked while one runs goes together in the
 * next. Whoever asks alone waits for nobody. A round trip takes 50 to 75 us of a server's processor time (measured with
 * pg 8.23, whatever the statement does), and many commits wait for the disk as long as one.
 */
export function gather<Item, Answer>(run: RunMany<Item, Answer>): (database: Database, item: Item) => Promise<Answer> {
  const queues = new WeakMap<Database, Waiting<Item, Answer>[]>()

  return (database, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(database)
      const one = { item, resolve, reject }
      if (queue) queue.push(one)
      else {
        const begun = [one]
        queues.set(database, begun)
        // After everything that the network has brought at this moment.
        setImmediate(() => void work(database, begun))
      }
    })

  async function work(database: Database, queue: Waiting<Item, Answer>[]): Promise<void> {
    while (queue.length > 0) await runTogether(database, queue.splice(0, MOST_AT_ONCE))
    queues.delete(database)
  }

  /** Never throws. */
  async function runTogether(database: Database, batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await run(
        database,
        batch.map(({ item }) => item),
      )
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index]!)
    } catch (error) {
      if (batch.length === 1 || !wasUndone(error)) for (const { reject } of batch) reject(error)
      // One that cannot be done must not take the others with it.
      else await Promise.all(batch.map((one) => runTogether(database, [one])))
    }
  }
}

/** Postgres said no, so nothing of it happened. A connection that broke leaves that open. */
function wasUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === "ERROR"
}
