import { drizzle } from "drizzle-orm/node-postgres"
import type pg from "pg"
import type { Database, Tx } from "./database.ts"

/** `bound` writes on one snapshot: what it looked at first is what it changes, or the database refuses (40001). */
export type TransactionMode = "read" | "write" | "bound"

const BEGIN: Record<TransactionMode, string> = {
  // Reads get one snapshot, so that a page and its neighbours agree with each other.
  read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  write: "BEGIN",
  bound: "BEGIN ISOLATION LEVEL REPEATABLE READ",
}

/**
 * A transaction that begins with its first statement: a verb that waits on the outside world
 * before it touches the database holds no connection meanwhile.
 */
export class LazyTransaction {
  readonly tx: Tx
  readonly #database: Database
  readonly #mode: TransactionMode
  #client: Promise<pg.PoolClient> | undefined
  #begun: Promise<unknown> | undefined
  #ended = false
  #savepoints = 0

  constructor(database: Database, mode: TransactionMode) {
    this.#database = database
    this.#mode = mode
    const statement = { query: (...args: unknown[]) => this.#query(args) }
    // Drizzle only ever calls `query` on what it was given.
    this.tx = drizzle({ client: statement as unknown as pg.PoolClient })
  }

  get opened(): boolean {
    return this.#client !== undefined
  }

  get mode(): TransactionMode {
    return this.#mode
  }

  /** A text with a name is planned once on each connection. */
  async query<Row extends pg.QueryResultRow>(
    text: string | { name: string; text: string },
    values: unknown[] = [],
  ): Promise<Row[]> {
    const result = (await this.#query([text, values])) as pg.QueryResult<Row>
    return result.rows
  }

  async commit(): Promise<void> {
    await this.#end("COMMIT")
  }

  async rollback(): Promise<void> {
    await this.#end("ROLLBACK").catch(() => {})
  }

  /**
   * Runs `work` so that its failure undoes only its own statements. `read` also makes the database refuse
   * writes until the savepoint is released; Postgres restores the outer mode by itself.
   */
  async within<T>(mode: TransactionMode, work: () => Promise<T>): Promise<T> {
    const name = `nested_${++this.#savepoints}`
    await this.#query([`SAVEPOINT ${name}`])
    try {
      if (mode === "read" && this.#mode !== "read") await this.#query(["SET LOCAL transaction_read_only = on"])
      const result = await work()
      await this.#query([`RELEASE SAVEPOINT ${name}`])
      return result
    } catch (error) {
      await this.#query([`ROLLBACK TO SAVEPOINT ${name}`]).catch(() => {})
      throw error
    }
  }

  async #query(args: unknown[]): Promise<unknown> {
    if (this.#ended) throw new Error("This transaction has ended: a statement was sent after its verb returned.")
    this.#client ??= this.#begin()
    const client = (await this.#client) as unknown as { query(...args: unknown[]): Promise<unknown> }
    const [answer] = await Promise.all([client.query(...args), this.#begun])
    return answer
  }

  async #begin(): Promise<pg.PoolClient> {
    const client = await this.#database.pool.connect()
    try {
      this.#begun = client.query(BEGIN[this.#mode])
      // The first statement of a read travels with it. One that changes something must not run if this fails.
      if (this.#mode === "read") this.#begun.catch(() => {})
      else await this.#begun
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async #end(statement: "COMMIT" | "ROLLBACK"): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    if (!this.#client) return
    const client = await this.#client
    // Nothing depends on the end of a read, so nobody waits for it.
    if (this.#mode === "read") {
      Promise.all([client.query("COMMIT"), this.#begun]).then(
        () => client.release(),
        () => client.release(true),
      )
      return
    }
    try {
      const result = await client.query(statement)
      // Postgres answers COMMIT of a failed transaction with ROLLBACK and no error.
      if (statement === "COMMIT" && result.command !== "COMMIT")
        throw new Error("The transaction had already failed, so nothing was committed.")
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}
