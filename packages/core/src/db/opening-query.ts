import pg from "pg"

/** What the driver has and its types leave out. */
interface Wire {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
  bind(message: { statement: string; portal: string; values: readonly unknown[] }): void
  execute(message: { portal: string; rows: number }): void
}
interface DriverQuery {
  callback: (error: Error | null | undefined, result: pg.QueryResult) => void
  requiresPreparation(): boolean
  prepare(wire: Wire): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
const DriverQuery = pg.Query as unknown as new (config: pg.QueryConfig) => DriverQuery

/** A BEGIN that a connection prepares with its first transaction, and has from then on. */
export interface Beginning {
  readonly name: string
  readonly text: string
}

/**
 * The first statement of a transaction, sent together with its BEGIN, which saves a round trip. There is one Sync behind
 * both: Postgres skips the statement where BEGIN fails. As two queries, one sent behind the other, it would run outside of
 * any transaction then, and for good.
 */
export class OpeningQuery extends DriverQuery {
  /** For whoever records what is sent. */
  readonly opens: string
  begun = false
  readonly #beginning: Beginning

  constructor(beginning: Beginning, statement: pg.QueryConfig) {
    super(statement)
    this.#beginning = beginning
    this.opens = beginning.text
  }

  override requiresPreparation(): boolean {
    return true
  }

  override prepare(wire: Wire): void {
    // Prepared before, so nothing but these two is answered for it, and no answer is taken for the statement's own.
    wire.bind({ statement: this.#beginning.name, portal: "", values: [] })
    wire.execute({ portal: "", rows: 0 })
    super.prepare(wire)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.begun) super.handleCommandComplete(message, wire)
    this.begun = true
  }
}

/** Whether this connection has begun a transaction in this way before. */
export function hasBeginning(client: pg.PoolClient, { name }: Beginning): boolean {
  return (client as unknown as { connection: Wire }).connection.parsedStatements[name] !== undefined
}

export function sendOpening(client: pg.PoolClient, query: OpeningQuery): Promise<pg.QueryResult> {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    query.callback = (error, result) => (error ? reject(error) : resolve(result))
    client.query(query as unknown as pg.Submittable)
  }).catch((error: Error) => {
    // Else it would lead to the socket, and not to whoever asked.
    Error.captureStackTrace(error)
    throw error
  })
}
